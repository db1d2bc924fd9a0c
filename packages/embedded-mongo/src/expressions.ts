import { Context, type OpType } from 'mingo/core'
import * as arithmetic from 'mingo/operators/expression/arithmetic'
import * as dates from 'mingo/operators/expression/date'
import * as strings from 'mingo/operators/expression/string'
import { badValue, CommandError, type Document, notImplemented } from './errors.ts'
import { own } from './paths.ts'
import { compare, equal, isDocument } from './values.ts'

/** A compiled aggregation expression; `undefined` stands for a missing value. */
export type Expression = (document: Document) => unknown

/** Compiles an expression. Throws 238 for an operator or variable outside the subset. */
export function compileExpression(expression: unknown): Expression {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression)
  if (Array.isArray(expression)) {
    const items = expression.map(compileExpression)
    return (document) => items.map((item) => item(document) ?? null)
  }
  if (!isDocument(expression)) return () => expression
  const [first, ...others] = Object.keys(expression)
  if (first?.startsWith('$') === true) {
    if (others.length > 0) throw badValue('an expression has one operator')
    return compileOperator(first, expression[first])
  }
  const fields = Object.entries(expression).map(([name, value]) => [name, compileExpression(value)] as const)
  return (document) =>
    Object.fromEntries(
      fields.map(([name, value]) => [name, value(document)]).filter(([, value]) => value !== undefined),
    )
}

function compilePath(path: string): Expression {
  if (path === '$$ROOT' || path === '$$CURRENT') return (document) => document
  if (path === '$$NOW') {
    const now = new Date()
    return () => now
  }
  if (path.startsWith('$$')) throw notImplemented(`variable ${path}`)
  const segments = path.slice(1).split('.')
  if (segments.includes('')) throw badValue(`'${path}' is not a field path`)
  return (document) => segments.reduce<unknown>(step, document)
}

/** One step of a path: an array gives the array of its elements' values. */
function step(value: unknown, segment: string): unknown {
  if (Array.isArray(value)) return value.map((item) => step(item, segment)).filter((item) => item !== undefined)
  return isDocument(value) ? own(value, segment) : undefined
}

function truthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0
}

/** Unlike in queries, a missing value comes before null. */
function order(a: unknown, b: unknown): number {
  return a === undefined || b === undefined ? Number(a !== undefined) - Number(b !== undefined) : compare(a, b)
}

type Compile = (args: Expression[]) => Expression

const comparison =
  (test: (order: number) => boolean): Compile =>
  ([a, b]) =>
  (document) =>
    test(order(a!(document), b!(document)))

const operators: Record<string, { arity: number | undefined; compile: Compile }> = {
  $eq: { arity: 2, compile: comparison((sign) => sign === 0) },
  $ne: { arity: 2, compile: comparison((sign) => sign !== 0) },
  $gt: { arity: 2, compile: comparison((sign) => sign > 0) },
  $gte: { arity: 2, compile: comparison((sign) => sign >= 0) },
  $lt: { arity: 2, compile: comparison((sign) => sign < 0) },
  $lte: { arity: 2, compile: comparison((sign) => sign <= 0) },
  $and: { arity: undefined, compile: (args) => (document) => args.every((arg) => truthy(arg(document))) },
  $or: { arity: undefined, compile: (args) => (document) => args.some((arg) => truthy(arg(document))) },
  $not: {
    arity: 1,
    compile:
      ([arg]) =>
      (document) =>
        !truthy(arg!(document)),
  },
  $ifNull: {
    arity: undefined,
    compile: (args) => (document) => {
      for (const arg of args.slice(0, -1)) {
        const value = arg(document)
        if (value !== undefined && value !== null) return value
      }
      return args.at(-1)!(document)
    },
  },
  $in: {
    arity: 2,
    compile:
      ([item, list]) =>
      (document) => {
        const values = list!(document)
        if (!Array.isArray(values)) throw new CommandError(40081, '$in requires an array as a second argument')
        const value = item!(document)
        return values.some((candidate) => equal(candidate, value))
      },
  },
  $size: {
    arity: 1,
    compile:
      ([arg]) =>
      (document) => {
        const value = arg!(document)
        if (!Array.isArray(value)) throw new CommandError(17124, 'The argument to $size must be an array')
        return value.length
      },
  },
}

type ScalarOperator = (document: Document, args: unknown, options: { context: Context }) => unknown

/** mingo's own, for scalars: each is handed values only, never a text that could be read as a path. */
const scalar = new Map<string, [ScalarOperator, arity: number | undefined]>([
  ['$add', [arithmetic.$add as ScalarOperator, undefined]],
  ['$subtract', [arithmetic.$subtract as ScalarOperator, 2]],
  ['$multiply', [arithmetic.$multiply as ScalarOperator, undefined]],
  ['$divide', [arithmetic.$divide as ScalarOperator, 2]],
  ['$mod', [arithmetic.$mod as ScalarOperator, 2]],
  ['$floor', [arithmetic.$floor as ScalarOperator, 1]],
  ['$ceil', [arithmetic.$ceil as ScalarOperator, 1]],
  ['$abs', [arithmetic.$abs as ScalarOperator, 1]],
  ['$concat', [strings.$concat as ScalarOperator, undefined]],
  ['$toLower', [strings.$toLower as ScalarOperator, 1]],
  ['$toUpper', [strings.$toUpper as ScalarOperator, 1]],
])
const options = { context: Context.init({} satisfies Partial<Record<OpType, object>>) }

function callScalar(operator: string, run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    throw badValue(`${operator}: ${(error as Error).message}`)
  }
}

function compileOperator(operator: string, operand: unknown): Expression {
  if (operator === '$literal') return () => operand
  if (operator === '$cond') return compileCond(operand)
  if (operator === '$dateToString') return compileDateToString(operand)
  const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined
  const [run, scalarArity] = scalar.get(operator) ?? []
  if (known === undefined && run === undefined) throw notImplemented(`expression operator ${operator}`)
  const args = (Array.isArray(operand) ? operand : [operand]).map(compileExpression)
  const arity = known === undefined ? scalarArity : known.arity
  if (arity !== undefined && args.length !== arity)
    throw badValue(`${operator} takes ${arity} argument(s), not ${args.length}`)
  if (known !== undefined) return known.compile(args)
  const names = args.map((_, i) => `$a${i}`)
  const operands = scalarArity === 1 ? names[0] : names
  return (document) => {
    const values = Object.fromEntries(args.map((arg, i) => [`a${i}`, arg(document)]))
    return callScalar(operator, () => run!(values, operands, options))
  }
}

function compileCond(operand: unknown): Expression {
  const parts = Array.isArray(operand)
    ? (operand as unknown[])
    : isDocument(operand)
      ? [operand['if'], operand['then'], operand['else']]
      : []
  if (parts.length !== 3 || parts.includes(undefined)) throw badValue('$cond takes a condition and two values')
  const [condition, yes, no] = parts.map(compileExpression)
  return (document) => (truthy(condition!(document)) ? yes!(document) : no!(document))
}

const dateFormat = /%(.)/g

function compileDateToString(operand: unknown): Expression {
  if (!isDocument(operand)) throw badValue('$dateToString needs a document')
  for (const name of Object.keys(operand))
    if (!['date', 'format', 'timezone', 'onNull'].includes(name))
      throw badValue(`unknown argument of $dateToString: ${name}`)
  const { format } = operand
  if (format !== undefined && typeof format !== 'string') throw notImplemented('a computed format of $dateToString')
  for (const [text, letter] of format?.matchAll(dateFormat) ?? [])
    if (!'YmdHMSL'.includes(letter!)) throw notImplemented(`${text} in $dateToString`)
  const date = compileExpression(operand['date'])
  const timezone = operand['timezone'] === undefined ? undefined : compileExpression(operand['timezone'])
  const onNull = operand['onNull'] === undefined ? () => null : compileExpression(operand['onNull'])
  return (document) => {
    const at = date(document)
    if (at === undefined || at === null) return onNull(document)
    if (!(at instanceof Date)) throw new CommandError(16006, "can't convert to a date in $dateToString")
    const values = { date: new Date(at), timezone: timezone?.(document) }
    const args = { date: '$date', format: format ?? '%Y-%m-%dT%H:%M:%S.%LZ', timezone: '$timezone' }
    return callScalar('$dateToString', () => (dates.$dateToString as ScalarOperator)(values, args, options))
  }
}

/** Collects the top-level fields that an expression reads; false when it may read the whole document. */
export function collectFields(expression: unknown, fields: Set<string>): boolean {
  if (typeof expression === 'string') {
    if (expression.startsWith('$$')) return expression === '$$NOW'
    if (expression.startsWith('$')) fields.add(expression.slice(1).split('.')[0]!)
    return true
  }
  if (Array.isArray(expression)) return expression.every((item) => collectFields(item, fields))
  if (!isDocument(expression)) return true
  return Object.values(expression).every((value) => collectFields(value, fields))
}
