import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { pathNames, pathReader } from './paths.ts'
import type { Source } from './bson-bytes.ts'
import { compare, type EqualityKey, equal, equalityKey, isDocument, isNumber, typeOf, typeOrder } from './values.ts'

/** A compiled query. */
export interface Filter {
  matches(source: Source): boolean
  /** Paths that must equal one of some values: what an index can be asked. */
  readonly equalities: ReadonlyMap<string, readonly unknown[]>
  /** Throws 238 when the query of an upsert has an operator whose part in the new document is not supported. */
  assertUpsertable(): void
  /** Paths and values that an upsert puts into the new document. Throws 54 when a path has two values. */
  fieldsForUpsert(): UpsertField[]
}

export type UpsertField = [path: readonly string[], value: unknown]

/** A condition on one value, and on all the values that a path reaches. */
type Predicate = (value: unknown) => boolean
type Condition = (values: readonly unknown[]) => boolean

interface Parts {
  readonly tests: ((source: Source) => boolean)[]
  readonly equalities: Map<string, readonly unknown[]>
  readonly upsertFields: [path: string, value: unknown][]
  /** Operators whose part in an upsert is not supported. */
  readonly notForUpsert: string[]
}

/** Compiles a query document. Throws 238 for an operator outside the subset and 2 for a malformed one. */
export function compileFilter(filter: Document): Filter {
  const parts: Parts = { tests: [], equalities: new Map(), upsertFields: [], notForUpsert: [] }
  addAll(filter, parts)
  const { tests, equalities } = parts
  return {
    matches: tests.length === 1 ? tests[0]! : (source) => tests.every((test) => test(source)),
    equalities,
    assertUpsertable: () => assertUpsertable(parts),
    fieldsForUpsert: () => fieldsForUpsert(parts),
  }
}

function assertUpsertable({ upsertFields, notForUpsert }: Parts): void {
  const wrong = notForUpsert[0] ?? upsertFields.find(([path]) => path.startsWith('_id.'))?.[0]
  if (wrong !== undefined) throw notImplemented(`${wrong} in the query of an upsert`)
}

function fieldsForUpsert({ upsertFields }: Parts): UpsertField[] {
  const paths = upsertFields.map(([path]) => path)
  for (const [at, path] of paths.entries()) {
    if (paths.some((other, i) => i !== at && (path === other || path.startsWith(`${other}.`))))
      throw new CommandError(code.notSingleValueField, `the query gives '${path}' two values to insert`)
  }
  return upsertFields.map(([path, value]) => [pathNames(path), value])
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
  if (operator === '$and') {
    for (const item of operand) addAll(item, parts)
    return
  }
  const filters = operand.map(compileFilter)
  parts.tests.push((source) => filters.some((filter) => filter.matches(source)))
  parts.notForUpsert.push('$or')
}

function addField(path: string, operand: unknown, parts: Parts): void {
  const read = pathReader(path)
  const operators = isOperators(operand) ? operand : { $eq: operand }
  for (const [operator, argument] of Object.entries(operators)) {
    const condition = compileOperator(operator, argument)
    parts.tests.push((source) => condition(read(source)))
  }
  if (Object.hasOwn(operators, '$eq')) parts.upsertFields.push([path, operators['$eq']])
  else if (Object.hasOwn(operators, '$in')) parts.notForUpsert.push('$in')
  const values = Object.hasOwn(operators, '$eq') ? [operators['$eq']] : operators['$in']
  if (Array.isArray(values) && !parts.equalities.has(path) && values.every((value) => typeOf(value) !== typeOrder.null))
    parts.equalities.set(path, values)
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

function compileOperator(operator: string, operand: unknown): Condition {
  switch (operator) {
    case '$eq':
      return any(equals(operand))
    case '$ne':
      return not(any(equals(operand)))
    case '$gt':
      return any(inRange(operator, operand, (order) => order > 0))
    case '$gte':
      return any(inRange(operator, operand, (order) => order >= 0))
    case '$lt':
      return any(inRange(operator, operand, (order) => order < 0))
    case '$lte':
      return any(inRange(operator, operand, (order) => order <= 0))
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
  // Throws 238 for a type outside the subset, however deep it lies.
  equalityKey(operand)
  return (value) => equal(value, operand)
}

const rangeTypes: readonly number[] = [typeOrder.number, typeOrder.string, typeOrder.objectId, typeOrder.date]

/** A value is in a range only when it is of the same type as the range's end. */
function inRange(operator: string, operand: unknown, isInside: (order: number) => boolean): Predicate {
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
  if (typeof operand !== 'boolean' && !isNumber(operand))
    throw notImplemented(`$exists with ${JSON.stringify(operand)}`)
  const expected = operand !== false && operand !== 0
  return (values) => values.some((value) => value !== undefined) === expected
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
