import { z } from 'zod'

const TEXT = z.any().meta({ type: 'string' })

/** A successful answer that is no JSON, with the types that the route sets, for the responses of its documentation. */
export function bodyOfType(types: string | readonly string[], description: string) {
  return { description, content: Object.fromEntries([types].flat().map((type) => [type, { schema: TEXT }])) }
}
