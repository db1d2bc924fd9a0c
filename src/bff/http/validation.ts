import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Keys that some query parsers turn into database operators: `category[$ne]=x`. */
const OPERATOR_KEY = /[[\]$]/

function buildNothing(): never {
  throw new Error('The contracts compile every schema; nothing else may add one.')
}

/** For the server: otherwise it loads compilers of its own that nothing uses, which takes 30 ms of each start. */
export const NO_OTHER_COMPILERS = { buildValidator: buildNothing, buildSerializer: buildNothing }

/**
 * Validates requests and serializes responses with the contracts. Query keys that look like operators, and repeated
 * parameters that take one value, are refused: if they were ignored, the answer would be all products.
 */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
}

const compileValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route)
  if (route.httpPart !== 'querystring') return validate
  return (query: Record<string, unknown>) => {
    const operators = Object.keys(query).filter((key) => OPERATOR_KEY.test(key))
    if (operators.length > 0)
      return refuse(
        query,
        operators.map((key) => [key, 'This parameter is not known']),
      )
    const result = validate(query) as { error?: Error; value?: unknown }
    if (result.error === undefined) return result
    const repeated = Object.entries(query).flatMap(([key, values]) => {
      const message = Array.isArray(values) ? tooManyValues(route.schema, key, values) : null
      return message === null ? [] : [[key, message] as const]
    })
    return repeated.length > 0 ? refuse(query, repeated) : result
  }
}

/** What to say when a parameter is repeated more often than a schema accepts; null when that is not what is wrong. */
function tooManyValues(schema: z.ZodType, key: string, values: readonly unknown[]): string | null {
  const accepts = (value: unknown) => schema.safeParse({ [key]: value }).success
  if (accepts(values) || !values.every(accepts)) return null
  const most = values.findIndex((_value, index) => !accepts(values.slice(0, index + 1)))
  return most < 2 ? 'Give this parameter once' : `Give this parameter at most ${most} times`
}

function refuse(query: unknown, messages: readonly (readonly [key: string, message: string])[]) {
  const schema = z.object(Object.fromEntries(messages.map(([key, message]) => [key, z.never(message)])))
  return validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })(query)
}
