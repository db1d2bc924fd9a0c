import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { own, pathNames } from './paths.ts'
import { calculate, isDocument, isNumber, typeOf } from './values.ts'

/** A compiled aggregation expression; `undefined` stands for a missing value. */
export type Expression = (document: Document) => unknown

/**
 * Compiles an expression: a path (`'$total'`), a constant, a document of expressions, or an operator. Throws 238 for an
 * operator or variable outside the subset.
 */
export function compileExpression(expression: unknown): Expression {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression)
  if (Array.isArray(expression)) throw notImplemented('an array in an expression')
  if (!isDocument(expression)) {
    typeOf(expression)
    return () => expression
  }
  const [first, ...others] = Object.keys(expression)
  if (first?.startsWith('$') === true) {
    if (others.length > 0) throw badValue('an expression has one operator')
    const compile = Object.hasOwn(operators, first) ? operators[first] : undefined
    if (compile === undefined) throw notImplemented(`expression operator ${first}`)
    return compile(expression[first])
  }
  const fields = Object.entries(expression).map(([name, value]) => {
    if (name.startsWith('$') || name.includes('.')) throw badValue(`'${name}' is not a field name`)
    return [name, compileExpression(value)] as const
  })
  return (document) =>
    Object.fromEntries(
      fields.map(([name, value]) => [name, value(document)]).filter(([, value]) => value !== undefined),
    )
}

function compilePath(path: string): Expression {
  if (path.startsWith('$$')) throw notImplemented(`variable ${path}`)
  const names = pathNames(path.slice(1))
  return (document) => names.reduce<unknown>(step, document)
}

/** One step of a path: an array gives the array of its elements' values. */
function step(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => step(item, name)).filter((item) => item !== undefined)
  return isDocument(value) ? own(value, name) : undefined
}

const operators: Readonly<Record<string, (operand: unknown) => Expression>> = {
  $multiply: (operand) => {
    if (!Array.isArray(operand)) throw notImplemented('$multiply of something else than an array')
    const factors = operand.map(compileExpression)
    return (document) => {
      const values = factors.map((factor) => factor(document))
      if (values.some((value) => value === undefined || value === null)) return null
      const wrong = values.find((value) => !isNumber(value))
      if (wrong !== undefined) throw new CommandError(code.typeMismatch, '$multiply only supports numeric types')
      return values.reduce<number>((product, value) => calculate(product, value, (a, b) => a * b), 1)
    }
  },
  $dateToString: (operand) => {
    if (!isDocument(operand)) throw badValue('$dateToString needs a document')
    const { date, format, ...others } = operand
    if (Object.keys(others).length > 0) throw notImplemented(`${Object.keys(others)[0]} of $dateToString`)
    if (format !== '%Y-%m-%d') throw notImplemented(`the format ${JSON.stringify(format)} of $dateToString`)
    const value = compileExpression(date)
    return (document) => {
      const at = value(document) ?? null
      if (at === null) return null
      if (!(at instanceof Date)) throw new CommandError(16006, "can't convert to a date in $dateToString")
      return at.toISOString().slice(0, 10)
    }
  },
}

/** Adds the top-level fields that an expression reads. */
export function collectFields(expression: unknown, fields: Set<string>): void {
  if (typeof expression === 'string' && expression.startsWith('$')) fields.add(expression.slice(1).split('.')[0]!)
  else if (typeof expression === 'object' && expression !== null)
    for (const value of Object.values(expression)) collectFields(value, fields)
}
