import { ApiError } from '../../lib/api-client.ts'

/**
 * What the server refused about single fields, in the order of the form.
 * @param fields the form's fields; a name in an address is "shippingAddress.city"
 */
export function refusedFields(error: unknown, fields: object): readonly (readonly [name: string, sentence: string])[] {
  const answer = error instanceof Error && error.cause instanceof ApiError ? error.cause : error
  const refused = answer instanceof ApiError ? answer.body?.fields : undefined
  if (refused === undefined) return []
  return fieldNames(fields).flatMap((name) => {
    const sentence = refused[name]
    return sentence === undefined ? [] : [[name, sentence] as const]
  })
}

function fieldNames(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? fieldNames(value).map((inner) => `${name}.${inner}`)
      : [name],
  )
}
