import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { pathNames } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import { flagAt, isDocument, isNumber, toNumber } from './values.ts'

/** An index as `createIndexes` gives it and `listIndexes` shows it. */
export interface IndexSpec {
  readonly name: string
  readonly key: Readonly<Record<string, number>>
  readonly unique: boolean
  readonly sparse: boolean
  readonly partial: Document | undefined
  readonly expireAfterSeconds: number | undefined
}

/** The index that every collection has; it is kept apart from the others. */
export const idIndex: IndexSpec = {
  name: '_id_',
  key: { _id: 1 },
  unique: true,
  sparse: false,
  partial: undefined,
  expireAfterSeconds: undefined,
}

const options = ['v', 'key', 'name', 'unique', 'sparse', 'background', 'partialFilterExpression', 'expireAfterSeconds']

function cannotCreate(why: string): CommandError {
  return new CommandError(code.cannotCreateIndex, why)
}

/** Reads an index description. Throws 238 for text, geo, hashed, wildcard and other kinds or options. */
export function parseIndex(given: Document): IndexSpec {
  for (const option of Object.keys(given)) if (!options.includes(option)) throw notImplemented(`index option ${option}`)
  const { key, name, partialFilterExpression: partial, expireAfterSeconds } = given
  if (!isDocument(key) || Object.keys(key).length === 0) throw cannotCreate('an index needs a key')
  for (const direction of Object.values(key)) {
    if (!isNumber(direction)) throw notImplemented(`index kind ${String(direction)}`)
    if (toNumber(direction) === 0) throw cannotCreate('an index direction is not 0')
  }
  const roots = Object.keys(key).map((path) => pathNames(path)[0])
  if (new Set(roots).size < roots.length) throw notImplemented(`an index on two fields inside '${roots[0]}'`)
  if (typeof name !== 'string') throw new CommandError(code.failedToParse, 'an index needs a name')
  if (partial !== undefined) assertPartial(partial)
  if (partial !== undefined && flagAt(given, 'sparse')) throw cannotCreate('an index is sparse or partial, not both')
  if (expireAfterSeconds !== undefined) {
    if (!isNumber(expireAfterSeconds) || toNumber(expireAfterSeconds) < 0)
      throw cannotCreate('expireAfterSeconds has to be a number of seconds')
    if (Object.keys(key).length > 1) throw cannotCreate('a TTL index has one field')
  }
  return {
    key: Object.fromEntries(Object.entries(key).map(([path, direction]) => [path, toNumber(direction)])),
    name,
    unique: flagAt(given, 'unique'),
    sparse: flagAt(given, 'sparse'),
    partial: partial as Document | undefined,
    expireAfterSeconds: expireAfterSeconds === undefined ? undefined : toNumber(expireAfterSeconds),
  }
}

/** A partial index holds documents by equality, or by `{ $exists: true }`. */
function assertPartial(partial: unknown): void {
  if (!isDocument(partial)) throw badValue('partialFilterExpression has to be a document')
  for (const [path, condition] of Object.entries(partial)) {
    if (path.startsWith('$')) throw notImplemented(`${path} in a partialFilterExpression`)
    const operators = isDocument(condition) ? Object.entries(condition) : []
    for (const [operator, operand] of operators)
      if (operator.startsWith('$') && (operator !== '$exists' || operand !== true))
        throw notImplemented(`${operator} in a partialFilterExpression`)
  }
  compileFilter(partial)
}

/** The description as MongoDB words it, for `listIndexes` and for the disk. */
export function describeIndex(spec: IndexSpec): Document {
  return {
    v: 2,
    key: spec.key,
    name: spec.name,
    ...(spec.unique && spec.name !== idIndex.name ? { unique: true } : {}),
    ...(spec.sparse ? { sparse: true } : {}),
    ...(spec.partial === undefined ? {} : { partialFilterExpression: spec.partial }),
    ...(spec.expireAfterSeconds === undefined ? {} : { expireAfterSeconds: spec.expireAfterSeconds }),
  }
}

/** True when a query's equalities leave only documents that the partial index holds. */
export function impliesPartial(
  partial: Filter,
  paths: readonly string[],
  query: ReadonlyMap<string, readonly unknown[]>,
): boolean {
  const wanted = paths.map((path) => query.get(path))
  if (wanted.some((values) => values === undefined)) return false
  const longest = Math.max(...wanted.map((values) => values!.length))
  for (let i = 0; i < longest; i++) {
    const document = new Map(paths.map((path, at) => [path, wanted[at]![Math.min(i, wanted[at]!.length - 1)]]))
    if (!partial.matches({ field: (name) => document.get(name) })) return false
  }
  return true
}
