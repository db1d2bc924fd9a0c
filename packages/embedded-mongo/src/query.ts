import { BSONRegExp } from 'bson'
import { badValue, CommandError, type Document, notImplemented } from './errors.ts'
import { pathReader, PlainSource } from './paths.ts'
import type { Source } from './raw.ts'
import { compare, equal, type EqualityKey, equalityKey, isDocument, isNumber, kindOf, toNumber } from './values.ts'

/** A compiled query. */
export interface Filter {
  matches(source: Source): boolean
  /** Paths that must equal one of some values: what an index can be asked. */
  readonly equalities: ReadonlyMap<string, readonly unknown[]>
  /** Path and value of plain equalities: what an upsert puts into the new document. */
  readonly insertFields: ReadonlyMap<string, unknown>
}

type Predicate = (value: unknown) => boolean
/** A condition on all the values that a path reaches. */
type Condition = (values: readonly unknown[]) => boolean

interface Parts {
  readonly tests: ((source: Source) => boolean)[]
  readonly equalities: Map<string, readonly unknown[]>
  readonly insertFields: Map<string, unknown>
}

/** Compiles a query document. Throws 238 for an operator outside the subset and 2 for a malformed one. */
export function compileFilter(filter: Document): Filter {
  const parts: Parts = { tests: [], equalities: new Map(), insertFields: new Map() }
  addAll(filter, parts)
  const { tests, equalities, insertFields } = parts
  const only = tests.length === 1 ? tests[0]! : (source: Source) => tests.every((test) => test(source))
  return { matches: only, equalities, insertFields }
}

function addAll(filter: Document, parts: Parts): void {
  for (const [key, operand] of Object.entries(filter)) {
    if (key.startsWith('$')) addLogical(key, operand, parts)
    else addField(key, operand, parts)
  }
}

function addLogical(operator: string, operand: unknown, parts: Parts): void {
  if (operator === '$comment') return
  if (operator !== '$and' && operator !== '$or' && operator !== '$nor')
    throw notImplemented(`query operator ${operator}`)
  if (!Array.isArray(operand) || operand.length === 0) throw badValue(`${operator} needs an array that is not empty`)
  if (!operand.every(isDocument)) throw badValue(`${operator} needs an array of documents`)
  if (operator === '$and') {
    for (const item of operand) addAll(item, parts)
    return
  }
  const filters = operand.map((item) => compileFilter(item))
  if (operator === '$or') parts.tests.push((source) => filters.some((filter) => filter.matches(source)))
  else parts.tests.push((source) => !filters.some((filter) => filter.matches(source)))
}

function addField(path: string, operand: unknown, parts: Parts): void {
  const read = pathReader(path)
  const conditions = isOperators(operand) ? compileOperators(operand) : [equals(operand)]
  for (const condition of conditions) parts.tests.push((source) => condition(read(source)))
  const wanted = isOperators(operand) ? (Object.hasOwn(operand, '$eq') ? [operand['$eq']] : operand['$in']) : [operand]
  if (!Array.isArray(wanted)) return
  if (!isOperators(operand) || Object.hasOwn(operand, '$eq')) {
    if (!isRegex(wanted[0])) parts.insertFields.set(path, wanted[0])
  }
  if (!parts.equalities.has(path) && wanted.every((value) => kindOf(value) !== 5 && !isRegex(value)))
    parts.equalities.set(path, wanted)
}

function isRegex(value: unknown): boolean {
  return typeof value === 'object' && value !== null && kindOf(value) === 50
}

/** True for `{ $gt: 1 }`; throws for a mixture of operators and names. */
function isOperators(operand: unknown): operand is Document {
  if (!isDocument(operand)) return false
  const names = Object.keys(operand)
  const operators = names.filter((name) => name.startsWith('$'))
  if (operators.length === 0) return false
  if (operators.length < names.length)
    throw badValue(`unknown operator: ${names.find((name) => !name.startsWith('$'))}`)
  return true
}

function compileOperators(operators: Document): Condition[] {
  return Object.entries(operators).flatMap(([operator, operand]) => {
    if (operator === '$options') {
      if (!Object.hasOwn(operators, '$regex')) throw badValue('$options needs a $regex')
      return []
    }
    return [
      operator === '$regex' ? any(regexPredicate(operand, operators['$options'])) : compileOperator(operator, operand),
    ]
  })
}

/** An array matches as a whole or by one of its elements. */
function any(predicate: Predicate): Condition {
  return (values) => values.some((value) => predicate(value) || (Array.isArray(value) && value.some(predicate)))
}

function not(condition: Condition): Condition {
  return (values) => !condition(values)
}

function compileOperator(operator: string, operand: unknown): Condition {
  switch (operator) {
    case '$eq':
      return equals(operand, true)
    case '$ne':
      return not(equals(operand, true))
    case '$gt':
      return range(operand, (order) => order > 0, false)
    case '$gte':
      return range(operand, (order) => order >= 0, true)
    case '$lt':
      return range(operand, (order) => order < 0, false)
    case '$lte':
      return range(operand, (order) => order <= 0, true)
    case '$in':
      return isIn(operand, '$in')
    case '$nin':
      return not(isIn(operand, '$nin'))
    case '$exists':
      return operand ? exists : not(exists)
    case '$type':
      return ofType(operand)
    case '$size':
      return ofSize(operand)
    case '$elemMatch':
      return elementMatches(operand)
    case '$not':
      return negation(operand)
    default:
      throw notImplemented(`query operator ${operator}`)
  }
}

const exists: Condition = (values) => values.some((value) => value !== undefined)

function equals(operand: unknown, literal = false): Condition {
  if (operand === null || operand === undefined) return any((value) => value === null || value === undefined)
  if (!literal && isRegex(operand)) return any(regexPredicate(operand, undefined))
  const kind = kindOf(operand)
  return any(
    (value) => value === operand || (value !== undefined && kindOf(value) === kind && compare(value, operand) === 0),
  )
}

function range(operand: unknown, inside: (order: number) => boolean, inclusive: boolean): Condition {
  const kind = kindOf(operand)
  if (kind === 5) return inclusive ? equals(null) : () => false
  if (kind === 50) throw badValue('a regular expression cannot be compared')
  const isNaN = (value: unknown): boolean => kind === 10 && Number.isNaN(value)
  return any((value) => {
    if (value === undefined || kindOf(value) !== kind) return false
    if (isNaN(value) || isNaN(operand)) return inclusive && isNaN(value) && isNaN(operand)
    return inside(compare(value, operand))
  })
}

function isIn(operand: unknown, operator: string): Condition {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`)
  if (operand.some(isOperators)) throw badValue(`cannot nest $ under ${operator}`)
  const keys = new Set<EqualityKey>(operand.filter((value) => !isRegex(value)).map(equalityKey))
  const patterns = operand.filter(isRegex).map((value) => regexPredicate(value, undefined))
  return any((value) => keys.has(equalityKey(value)) || patterns.some((pattern) => pattern(value)))
}

function regexPredicate(operand: unknown, optionsOperand: unknown): Predicate {
  const given = operand instanceof BSONRegExp ? operand : undefined
  if (given === undefined && typeof operand !== 'string') throw badValue('$regex has to be a string')
  const options = optionsOperand ?? given?.options ?? ''
  if (typeof options !== 'string') throw badValue('$options has to be a string')
  for (const option of options)
    if (!'imsu'.includes(option)) throw notImplemented(`regular expression option ${option}`)
  let pattern: RegExp
  try {
    pattern = new RegExp(given?.pattern ?? String(operand), [...new Set(options)].join(''))
  } catch (error) {
    throw new CommandError(51091, `Regular expression is invalid: ${(error as Error).message}`)
  }
  return (value) => typeof value === 'string' && pattern.test(value)
}

const typeNames: Record<string, (value: unknown) => boolean> = {
  double: (value) => typeof value === 'number' && !Number.isInteger(value),
  number: isNumber,
  string: (value) => kindOf(value) === 15,
  object: isDocument,
  array: Array.isArray,
  binData: (value) => kindOf(value) === 30,
  objectId: (value) => kindOf(value) === 35,
  bool: (value) => kindOf(value) === 40,
  date: (value) => kindOf(value) === 45,
  null: (value) => value === null,
}

function ofType(operand: unknown): Condition {
  const tests = (Array.isArray(operand) ? operand : [operand]).map((name) => {
    const test =
      typeof name === 'string' && name !== 'double' && Object.hasOwn(typeNames, name) ? typeNames[name] : undefined
    if (test === undefined) throw notImplemented(`$type ${String(name)}`)
    return test
  })
  return any((value) => value !== undefined && tests.some((test) => test(value)))
}

function ofSize(operand: unknown): Condition {
  if (!isNumber(operand) || !Number.isInteger(toNumber(operand)) || toNumber(operand) < 0)
    throw badValue('$size needs a whole number')
  const size = toNumber(operand)
  return (values) => values.some((value) => Array.isArray(value) && value.length === size)
}

function elementMatches(operand: unknown): Condition {
  if (!isDocument(operand)) throw badValue('$elemMatch needs a document')
  const matches = compileElement(operand)
  return (values) => values.some((value) => Array.isArray(value) && value.some(matches))
}

/** A condition on one array element, for `$elemMatch` and `$pull`: operators on the value, or a query on the document. */
export function compileElement(condition: unknown): Predicate {
  if (isOperators(condition) && !['$and', '$or', '$nor'].some((name) => Object.hasOwn(condition, name))) {
    const conditions = compileOperators(condition)
    return (value) => conditions.every((test) => test([value]))
  }
  if (isDocument(condition)) {
    const filter = compileFilter(condition)
    return (value) => isDocument(value) && filter.matches(new PlainSource(value))
  }
  if (isRegex(condition)) return regexPredicate(condition, undefined)
  return (value) => equal(value, condition)
}

function negation(operand: unknown): Condition {
  if (isRegex(operand)) return not(any(regexPredicate(operand, undefined)))
  if (!isOperators(operand)) throw badValue('$not needs operators or a regular expression')
  const conditions = compileOperators(operand)
  return (values) => !conditions.every((condition) => condition(values))
}
