import { FieldNames, pickFields } from './bson-bytes.ts'
import { CommandError, type Document, notImplemented } from './errors.ts'

const includesAndExcludes = 31254

/** A compiled projection of stored documents: BSON in, BSON out. */
export type Projection = (document: Buffer) => Buffer

/**
 * Compiles an inclusion or exclusion of top-level fields; `undefined` for none. Throws `notImplemented` for anything
 * else.
 */
export function compileProjection(projection: Document): Projection | undefined {
  for (const [path, value] of Object.entries(projection))
    if (path.includes('.') || ![0, 1, false, true].includes(value as number | boolean))
      throw notImplemented(`the projection of '${path}' by ${JSON.stringify(value)}`)
  const { _id: id, ...others } = projection
  const [isInclusion, ...different] = new Set(Object.values(others).map(Boolean))
  if (different.length > 0) throw new CommandError(includesAndExcludes, 'a projection cannot both include and exclude')
  if (isInclusion === undefined && id === undefined) return undefined
  const includes = isInclusion ?? Boolean(id)
  const showsId = id === undefined || Boolean(id)
  const names = new FieldNames([...Object.keys(others), ...(showsId === includes ? ['_id'] : [])])
  return (bytes) => pickFields(bytes, names, includes)
}
