import { code, CommandError, type Document, notImplemented } from './errors.ts'
import { pathNames } from './paths.ts'
import { equal, flagAt, isDocument } from './values.ts'

/** An index as `createIndexes` gives it and `listIndexes` shows it. */
export interface IndexSpec {
  readonly name: string
  readonly key: Readonly<Record<string, 1 | -1>>
  readonly unique?: boolean
  readonly sparse?: boolean
  /** Only documents that have these fields are in the index. */
  readonly partialFilterExpression?: Readonly<Record<string, { readonly $exists: true }>>
  readonly expireAfterSeconds?: number
}

/** The index that every collection has; it is kept apart from the others. */
export const idIndex: IndexSpec = { name: '_id_', key: { _id: 1 } }

/** MongoDB keeps the seconds after which documents expire in 32 bits. */
const mostSeconds = 2 ** 31 - 1

const options = ['v', 'key', 'name', 'unique', 'sparse', 'background', 'partialFilterExpression', 'expireAfterSeconds']

/** Reads an index description. Throws `notImplemented` for text, geo, hashed, wildcard and other kinds or options. */
export function parseIndex(given: Document): IndexSpec {
  for (const option of Object.keys(given)) if (!options.includes(option)) throw notImplemented(`index option ${option}`)
  const { key, name, partialFilterExpression, expireAfterSeconds } = given
  if (!isDocument(key) || Object.keys(key).length === 0) throw cannotCreate('an index needs a key')
  for (const direction of Object.values(key))
    if (direction !== 1 && direction !== -1) throw notImplemented(`index kind ${String(direction)}`)
  const roots = Object.keys(key).map((path) => pathNames(path)[0])
  const ofId = Object.keys(given).find((option) => !['v', 'key', 'name'].includes(option))
  if (ofId !== undefined && Object.keys(key).join() === '_id')
    throw new CommandError(
      code.invalidIndexSpecificationOption,
      `The field '${ofId}' is not valid for an _id index specification`,
    )
  if (roots.slice(0, Math.max(1, roots.length - 1)).includes('_id'))
    throw notImplemented('an index on _id, but at the end of others')
  if (roots.includes('_id') && flagAt(given, 'unique')) throw notImplemented('a unique index with _id')
  if (new Set(roots).size < roots.length) throw notImplemented(`an index on two fields inside '${roots[0]}'`)
  if (typeof name !== 'string') throw new CommandError(code.failedToParse, 'an index needs a name')
  if (partialFilterExpression !== undefined) assertPartial(partialFilterExpression)
  if (partialFilterExpression !== undefined && flagAt(given, 'sparse'))
    throw cannotCreate('an index is sparse or partial, not both')
  if (expireAfterSeconds !== undefined) assertExpiry(expireAfterSeconds, roots.length)
  return {
    key: key as IndexSpec['key'],
    name,
    ...(flagAt(given, 'unique') && { unique: true }),
    ...(flagAt(given, 'sparse') && { sparse: true }),
    ...(partialFilterExpression !== undefined && { partialFilterExpression }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  } as IndexSpec
}

/** Throws `cannotCreateIndex` for what MongoDB refuses; a fraction of a second it would cut off. */
function assertExpiry(seconds: unknown, fields: number): void {
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= mostSeconds))
    throw cannotCreate(`the expireAfterSeconds of a TTL index is a number from 0 to ${mostSeconds}`)
  if (fields > 1) throw cannotCreate('a TTL index has one field')
  if (!Number.isInteger(seconds)) throw notImplemented('a TTL index with a fraction of a second')
}

function cannotCreate(why: string): CommandError {
  return new CommandError(code.cannotCreateIndex, why)
}

function assertPartial(partial: unknown): void {
  const isSupported = isDocument(partial) && Object.values(partial).every((value) => equal(value, { $exists: true }))
  if (!isSupported) throw notImplemented(`the partialFilterExpression ${JSON.stringify(partial)}`)
}

/** The description as MongoDB words it, for `listIndexes` and for the disk. */
export function describeIndex(spec: IndexSpec): Document {
  return { v: 2, ...spec }
}
