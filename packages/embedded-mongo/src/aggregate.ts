import { decode, readFields } from './bson-bytes.ts'
import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { own, pathNames, PlainSource } from './paths.ts'
import type { Entry } from './entry.ts'
import type { Steps } from './pieces.ts'
import type { Selection } from './selection.ts'
import { compileFilter, type Filter } from './query.ts'
import { compileSort } from './sort.ts'
import { assertExact, compare, type EqualityKey, equalityKey, isDocument, typeOf } from './values.ts'

/** A document of which no field is asked for. */
const nothingRead: Document = {}

/** A stage makes each document while the next stage reads it, or has to see all of them first, which takes steps. */
type Stage =
  | { readonly each: (documents: Iterable<Document>) => Iterable<Document> }
  | { readonly all: (documents: Iterable<Document>) => Steps<Document[]> }

/** Name and operand of a stage or an accumulator. */
function onlyField(given: unknown, what: string): [name: string, operand: unknown] {
  if (!isDocument(given) || Object.keys(given).length !== 1)
    throw new CommandError(40323, `${what} has exactly one field`)
  return Object.entries(given)[0]!
}

/**
 * Runs a pipeline. A `$match` at its beginning works on stored bytes and through the indexes; of what it leaves only
 * the fields that the other stages read are decoded.
 * @param countOf how many documents match, where an index says so
 */
export function* aggregate(
  pipeline: readonly unknown[],
  select: (filter: Filter, limit?: number) => Selection,
  countOf: (filter: Filter) => number | undefined,
): Steps<Document[]> {
  const named = pipeline.map((stage) => onlyField(stage, 'a pipeline stage'))
  const query = named[0]?.[0] === '$match' ? asDocument(named.shift()![1], '$match') : {}
  const filter = compileFilter(query)
  // A `$limit` right behind it, as a bounded count sends it, bounds the pass over the documents.
  const [next] = named
  const limit = next?.[0] === '$limit' && Number.isInteger(next[1]) ? Number(next[1]) : Infinity
  const stages = named.map(([name, operand]) => compileStage(name, operand))
  const fields = fieldsOf(named)
  // Of what is counted alone nothing is read.
  const known = fields?.size === 0 ? countOf(filter) : undefined
  let documents: Iterable<Document>
  if (known === undefined) {
    const selection = select(filter, limit)
    documents = decoded(selection.few() ?? (yield* selection.rest()), fields)
  } else documents = Array.from({ length: Math.min(known, limit) }, () => nothingRead)
  for (const stage of stages) documents = 'each' in stage ? stage.each(documents) : yield* stage.all(documents)
  if (Array.isArray(documents)) return documents
  const all: Document[] = []
  for (const document of documents) {
    all.push(document)
    yield
  }
  return all
}

/** One after the other: of a large collection they are never in memory together. */
function* decoded(entries: readonly Entry[], fields: ReadonlySet<string> | undefined): Generator<Document> {
  for (const entry of entries) {
    if (fields === undefined) yield decode(entry.bytes)
    else yield fields.size === 0 ? nothingRead : readFields(entry.transientBytes, fields)
  }
}

function asDocument(operand: unknown, stage: string): Document {
  if (!isDocument(operand)) throw badValue(`${stage} needs a document`)
  return operand
}

function compileStage(name: string, operand: unknown): Stage {
  switch (name) {
    case '$sort': {
      const sort = compileSort(asDocument(operand, name))
      return { all: (rows) => sort.inSteps(rows, (row) => new PlainSource(row)) }
    }
    case '$limit':
      if (!Number.isInteger(operand) || Number(operand) < 1) throw badValue('$limit needs a whole number from 1 on')
      return { each: (rows) => first(rows, Number(operand)) }
    case '$group':
      return group(asDocument(operand, name))
    case '$unwind':
      return unwind(operand)
    case '$match':
      throw notImplemented('$match after another stage')
    default:
      throw notImplemented(`pipeline stage ${name}`)
  }
}

function* first(documents: Iterable<Document>, count: number): Generator<Document> {
  let left = count
  for (const document of documents) {
    yield document
    if (--left === 0) return
  }
}

/** How many documents are added to their groups in one step, which takes some microseconds. */
const inOneStep = 8

interface Accumulator {
  add(value: unknown): void
  result(): unknown
}

function extreme(direction: number): Accumulator {
  let best: unknown
  return {
    add: (value) => {
      if (value !== undefined && value !== null && (best === undefined || compare(value, best) * direction > 0))
        best = value
    },
    result: () => best ?? null,
  }
}

const accumulators: Readonly<Record<string, () => Accumulator>> = {
  $sum: () => {
    let sum = 0
    const add = (value: unknown): void => {
      if (typeof value === 'number') sum = assertExact(sum + value)
    }
    return { add, result: () => sum }
  },
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $last: () => {
    let last: unknown
    return { add: (value) => (last = value), result: () => last ?? null }
  },
}

function group(operand: Document): Stage {
  const { _id: idOperand, ...rest } = operand
  if (!Object.hasOwn(operand, '_id')) throw new CommandError(15955, 'a group specification must include an _id')
  const id = compileExpression(idOperand)
  const fields = Object.entries(rest).map(([name, given]) => {
    if (name === '' || name.startsWith('$') || name.includes('.')) throw badValue(`'${name}' is not a field name`)
    const [operator, argument] = onlyField(given, 'an accumulator')
    if (!Object.hasOwn(accumulators, operator)) throw notImplemented(`accumulator ${operator}`)
    return { name, start: accumulators[operator]!, value: compileExpression(argument) }
  })
  function* all(documents: Iterable<Document>): Steps<Document[]> {
    const groups = new Map<EqualityKey, { id: unknown; totals: Accumulator[] }>()
    let taken = 0
    for (const document of documents) {
      const value = id(document) ?? null
      const key = equalityKey(value)
      let found = groups.get(key)
      if (found === undefined) groups.set(key, (found = { id: value, totals: fields.map(({ start }) => start()) }))
      for (let i = 0; i < fields.length; i++) found.totals[i]!.add(fields[i]!.value(document))
      if (++taken % inOneStep === 0) yield
    }
    return [...groups.values()].map(({ id: value, totals }) => ({
      _id: value,
      ...Object.fromEntries(fields.map(({ name }, i) => [name, totals[i]!.result()])),
    }))
  }
  return { all }
}

/** `{ $unwind: '$items' }`: one document per element of a top-level array. */
function unwind(operand: unknown): Stage {
  if (typeof operand !== 'string' || !/^\$[^$.]+$/.test(operand))
    throw notImplemented(`$unwind of ${JSON.stringify(operand)}`)
  const name = operand.slice(1)
  function* each(documents: Iterable<Document>): Generator<Document> {
    for (const document of documents) {
      const value = own(document, name) ?? []
      if (!Array.isArray(value)) yield document
      else for (const item of value as readonly unknown[]) yield { ...document, [name]: item }
    }
  }
  return { each }
}

/** The top-level fields that are read up to the first `$group`; `undefined` for all of them. */
function fieldsOf(stages: readonly [string, unknown][]): ReadonlySet<string> | undefined {
  const fields = new Set<string>()
  for (const [name, operand] of stages) {
    if (name === '$sort') for (const path of Object.keys(operand as Document)) fields.add(path.split('.')[0]!)
    if (name === '$unwind' || name === '$group') collectFields(operand, fields)
    if (name === '$group') return fields
  }
  return undefined
}

/** A compiled aggregation expression; `undefined` stands for a missing value. */
type Expression = (document: Document) => unknown

/**
 * Compiles an expression: a path (`'$total'`), a constant, a document of expressions, or an operator. Throws
 * `notImplemented` for an operator or variable outside the subset.
 */
function compileExpression(expression: unknown): Expression {
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
      if (values.some((value) => typeof value !== 'number'))
        throw new CommandError(code.typeMismatch, '$multiply only supports numeric types')
      return (values as number[]).reduce((product, value) => assertExact(product * value), 1)
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
function collectFields(expression: unknown, fields: Set<string>): void {
  if (typeof expression === 'string' && expression.startsWith('$')) fields.add(expression.slice(1).split('.')[0]!)
  else if (typeof expression === 'object' && expression !== null)
    for (const value of Object.values(expression)) collectFields(value, fields)
}
