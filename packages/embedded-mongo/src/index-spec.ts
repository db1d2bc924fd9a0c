import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { compileFilter, type Filter } from './query.ts'
import { isDocument, isNumber, toNumber } from './values.ts'

/** An index as `createIndexes` gives it and `listIndexes` shows it. */
export interface IndexSpec {
  readonly name: string
  readonly key: Readonly<Record<string, number>>
  readonly unique: boolean
  readonly sparse: boolean
  readonly partial: Document | undefined
  readonly expireAfterSeconds: number | undefined
}

const known = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'background',
  'partialFilterExpression',
  'expireAfterSeconds',
  'ns',
])
const partialOperators = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in'])

/** Reads an index description. Throws 238 for text, geo, hashed, wildcard and other kinds or options. */
export function parseIndex(given: Document): IndexSpec {
  const { key, name, unique, sparse, partialFilterExpression: partial, expireAfterSeconds } = given
  for (const option of Object.keys(given)) if (!known.has(option)) throw notImplemented(`index option ${option}`)
  if (!isDocument(key) || Object.keys(key).length === 0)
    throw new CommandError(code.cannotCreateIndex, 'an index needs a key')
  for (const [path, direction] of Object.entries(key)) {
    if (path.includes('$')) throw notImplemented(`a wildcard index (${path})`)
    if (!isNumber(direction)) throw notImplemented(`index kind ${String(direction)}`)
  }
  if (partial !== undefined) assertPartial(partial)
  if (expireAfterSeconds !== undefined && (!isNumber(expireAfterSeconds) || toNumber(expireAfterSeconds) < 0)) {
    throw new CommandError(code.cannotCreateIndex, 'expireAfterSeconds has to be a number of seconds')
  }
  if (expireAfterSeconds !== undefined && Object.keys(key).length > 1) {
    throw new CommandError(code.cannotCreateIndex, 'a TTL index has one field')
  }
  return {
    key: Object.fromEntries(Object.entries(key).map(([path, direction]) => [path, toNumber(direction)])),
    name:
      typeof name === 'string'
        ? name
        : Object.entries(key)
            .map((entry) => entry.join('_'))
            .join('_'),
    unique: unique === true,
    sparse: sparse === true,
    partial: partial as Document | undefined,
    expireAfterSeconds: expireAfterSeconds === undefined ? undefined : toNumber(expireAfterSeconds),
  }
}

function assertPartial(partial: unknown): void {
  if (!isDocument(partial)) throw badValue('partialFilterExpression has to be a document')
  for (const [path, condition] of Object.entries(partial)) {
    if (path.startsWith('$')) throw notImplemented(`${path} in a partialFilterExpression`)
    if (!isDocument(condition)) continue
    for (const [operator, operand] of Object.entries(condition)) {
      if (
        operator.startsWith('$') &&
        (!partialOperators.has(operator) || (operator === '$exists' && operand !== true))
      ) {
        throw notImplemented(`${operator} in a partialFilterExpression`)
      }
    }
  }
  compileFilter(partial)
}

/** The description as MongoDB words it, for `listIndexes` and for the disk. */
export function describeIndex(spec: IndexSpec): Document {
  return {
    v: 2,
    key: spec.key,
    name: spec.name,
    ...(spec.unique && spec.name !== '_id_' ? { unique: true } : {}),
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
