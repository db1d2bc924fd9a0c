import { badValue, type Document, notImplemented } from './errors.ts'
import { pathReader } from './paths.ts'
import type { Source } from './bson-bytes.ts'
import { compare, type EqualityKey, equal, equalityKey, isDocument, typeOf, typeOrder } from './values.ts'

/** A compiled query. */
export interface Filter {
  matches(source: Source): boolean
  /** Paths that must equal one of some values: what an index can be asked. */
  readonly equalities: ReadonlyMap<string, readonly unknown[]>
  /** Paths of which, for each of some ranges, one value must be a text within it, its ends included. */
  readonly ranges: ReadonlyMap<string, readonly TextRange[]>
  /** The numbers that the `_id` must lie between, both included; undefined when it may be any value. */
  readonly idRange: NumberRange | undefined
  /** The filters of an `$or`, one of which must match. */
  readonly alternatives: readonly Filter[] | undefined
  /**
   * Whether it says nothing but equalities with texts, numbers, flags and null, so that an index of these paths holds
   * just what matches.
   */
  readonly isPlain: boolean
  /**
   * The fields that an upsert puts into the new document. Throws `notImplemented` when the query holds more than plain
   * fields.
   */
  upsertFields(): Document
}

interface TextRange {
  readonly from: string
  readonly to: string
}

/** Numbers between two bounds, both included. */
export interface NumberRange {
  readonly from: number
  readonly to: number
}

/** A condition on one value, and on all the values that a path reaches. */
type Predicate = (value: unknown) => boolean
type Condition = (values: readonly unknown[]) => boolean

interface Parts {
  readonly tests: ((source: Source) => boolean)[]
  readonly equalities: Map<string, readonly unknown[]>
  readonly ranges: Map<string, readonly TextRange[]>
  idRange: NumberRange | undefined
  alternatives: readonly Filter[] | undefined
}

/**
 * Compiles a query document. Throws `notImplemented` for an operator outside the subset and `badValue` for a malformed
 * one.
 */
export function compileFilter(filter: Document): Filter {
  const parts: Parts = {
    tests: [],
    equalities: new Map(),
    ranges: new Map(),
    idRange: undefined,
    alternatives: undefined,
  }
  addAll(filter, parts)
  const { tests, equalities, ranges, idRange, alternatives } = parts
  return {
    matches: tests.length === 1 ? tests[0]! : (source) => tests.every((test) => test(source)),
    equalities,
    ranges,
    idRange,
    alternatives,
    isPlain: tests.length === equalities.size && [...equalities.values()].flat().every(isPlainValue),
    upsertFields: () => upsertFields(filter),
  }
}

function isPlainValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function upsertFields(filter: Document): Document {
  const fields: Document = {}
  for (const [name, operand] of Object.entries(filter)) {
    const operators = isOperators(operand) ? operand : { $eq: operand }
    const unsupported = [name, ...Object.keys(operators)].find((each) => /^\$(and|or|in)$|\./.test(each))
    if (unsupported !== undefined) throw notImplemented(`${unsupported} in the query of an upsert`)
    if (Object.hasOwn(operators, '$eq')) fields[name] = operators['$eq']
  }
  return fields
}

function addAll(filter: Document, parts: Parts): void {
  for (const [key, operand] of Object.entries(filter)) {
    if (key.startsWith('$')) addLogical(key, operand, parts)
    else addField(key, operand, parts)
  }
}

function addLogical(operator: string, operand: unknown, parts: Parts): void {
  if (operator !== '$and' && operator !== '$or') throw notImplemented(`query operator ${operator}`)
  if (!Array.isArray(operand) || operand.length === 0) throw badValue(`${operator} needs an array that is not empty`)
  if (!operand.every(isDocument)) throw badValue(`${operator} needs an array of documents`)
  if (operator === '$and' || operand.length === 1) {
    for (const item of operand) addAll(item, parts)
    return
  }
  const filters = operand.map(compileFilter)
  parts.alternatives ??= filters
  parts.tests.push((source) => filters.some((filter) => filter.matches(source)))
}

function addField(path: string, operand: unknown, parts: Parts): void {
  const read = pathReader(path)
  const operators = isOperators(operand) ? operand : { $eq: operand }
  for (const [operator, argument] of Object.entries(operators)) {
    const condition = compileOperator(operator, argument)
    parts.tests.push((source) => condition(read(source)))
  }
  const values = Object.hasOwn(operators, '$eq') ? [operators['$eq']] : operators['$in']
  // A path of several names may reach no value at all, which equals null and stands in no index.
  const isIndexed = (value: unknown): boolean => typeOf(value) !== typeOrder.null || !path.includes('.')
  if (Array.isArray(values) && !parts.equalities.has(path) && values.every(isIndexed))
    parts.equalities.set(path, values)
  const { $gte: from, $lt: to } = (operators['$elemMatch'] ?? {}) as Document
  if (typeof from === 'string' && typeof to === 'string')
    parts.ranges.set(path, [...(parts.ranges.get(path) ?? []), { from, to }])
  if (path === '_id') parts.idRange = narrowed(parts.idRange, operators)
}

/** The range with the ends that these operators have, which belong to it also where the operator leaves them out. */
function narrowed(range: NumberRange | undefined, { $gt, $gte, $lt, $lte }: Document): NumberRange | undefined {
  const from = [$gt, $gte].filter((end) => typeof end === 'number')
  const to = [$lt, $lte].filter((end) => typeof end === 'number')
  if (from.length + to.length === 0) return range
  return {
    from: Math.max(range?.from ?? -Infinity, ...from),
    to: Math.min(range?.to ?? Infinity, ...to),
  }
}

/** True for `{ $gt: 1 }`; throws for a mixture of operators and names. */
function isOperators(operand: unknown): operand is Document {
  if (!isDocument(operand)) return false
  const names = Object.keys(operand)
  if (!names.some((name) => name.startsWith('$'))) return false
  const field = names.find((name) => !name.startsWith('$'))
  if (field !== undefined) throw badValue(`unknown operator: ${field}`)
  return true
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
}

function compileOperator(operator: string, operand: unknown): Condition {
  if (Object.hasOwn(comparisons, operator)) return any(inRange(operator, operand))
  switch (operator) {
    case '$eq':
      return any(equals(operand))
    case '$ne':
      return not(any(equals(operand)))
    case '$in':
      return any(isIn(operator, operand))
    case '$nin':
      return not(any(isIn(operator, operand)))
    case '$exists':
      return exists(operand)
    case '$elemMatch':
      return elementMatches(operand)
    default:
      throw notImplemented(`query operator ${operator}`)
  }
}

/** An array matches as a whole or by one of its elements. */
function any(predicate: Predicate): Condition {
  return (values) => values.some((value) => predicate(value) || (Array.isArray(value) && value.some(predicate)))
}

function not(condition: Condition): Condition {
  return (values) => !condition(values)
}

function equals(operand: unknown): Predicate {
  // Throws `notImplemented` for a type outside the subset, however deep it lies.
  equalityKey(operand)
  return (value) => equal(value, operand)
}

const rangeTypes: readonly number[] = [typeOrder.number, typeOrder.string, typeOrder.objectId, typeOrder.date]

/** A value is in a range only when it is of the same type as the range's end. */
function inRange(operator: string, operand: unknown): Predicate {
  const isInside = comparisons[operator]!
  const type = typeOf(operand)
  if (!rangeTypes.includes(type) || Number.isNaN(operand))
    throw notImplemented(`${operator} with ${JSON.stringify(operand)}`)
  return (value) => typeOf(value) === type && !Number.isNaN(value) && isInside(compare(value, operand))
}

function isIn(operator: string, operand: unknown): Predicate {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`)
  if (operand.some(isOperators)) throw badValue(`cannot nest $ under ${operator}`)
  const keys = new Set<EqualityKey>(operand.map(equalityKey))
  return (value) => keys.has(equalityKey(value))
}

function exists(operand: unknown): Condition {
  if (typeof operand !== 'boolean') throw notImplemented(`$exists with ${JSON.stringify(operand)}`)
  return (values) => values.some((value) => value !== undefined) === operand
}

/** `{ $elemMatch: { $gte: 'a', $lt: 'b' } }`: one element meets all the conditions. */
function elementMatches(operand: unknown): Condition {
  if (!isDocument(operand)) throw badValue('$elemMatch needs a document')
  const conditions = Object.entries(operand).map(([operator, argument]) => {
    if (!operator.startsWith('$') || operator === '$elemMatch') throw notImplemented(`$elemMatch with ${operator}`)
    return compileOperator(operator, argument)
  })
  if (conditions.length === 0) throw notImplemented('$elemMatch with nothing')
  const matches: Predicate = (value) => conditions.every((condition) => condition([value]))
  return (values) => values.some((value) => Array.isArray(value) && value.some(matches))
}
