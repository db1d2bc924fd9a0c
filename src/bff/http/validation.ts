import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** Keys that some query parsers turn into database operators: `category[$ne]=x`. */
const OPERATOR_KEY = /[[\]$]/

/**
 * Validates requests and serializes responses with the contracts. Query keys that look like operators, and repeated
 * parameters that take one value, are refused: ignoring them would answer all products.
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
    if (operators.length > 0) return refuse(query, operators, 'This parameter is not known')
    const result = validate(query) as { error?: Error; value?: unknown }
    if (result.error === undefined) return result
    const repeated = Object.keys(query).filter(
      (key) => Array.isArray(query[key]) && !accepts(route.schema, key, query[key]),
    )
    return repeated.length > 0 ? refuse(query, repeated, 'Give this parameter once') : result
  }
}

/** Whether a schema accepts this parameter on its own. */
function accepts(schema: z.ZodType, key: string, value: unknown): boolean {
  return schema.safeParse({ [key]: value }).success
}

function refuse(query: unknown, keys: readonly string[], message: string) {
  const schema = z.object(Object.fromEntries(keys.map((key) => [key, z.never(message)])))
  return validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })(query)
}
