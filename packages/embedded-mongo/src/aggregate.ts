import type { Entry } from './entry.ts'
import { badValue, CommandError, type Document, notImplemented } from './errors.ts'
import { collectFields, compileExpression } from './expressions.ts'
import { own, pathNames, PlainSource } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import { decode, readFields } from './bson-bytes.ts'
import { compileSort } from './sort.ts'
import { calculate, compare, type EqualityKey, equalityKey, isDocument, isNumber, toNumber } from './values.ts'

type Stage = (documents: Document[]) => Document[]

const sourceOf = (document: Document): PlainSource => new PlainSource(document)

/** Name and operand of a stage or an accumulator. */
function onlyField(given: unknown, what: string): [name: string, operand: unknown] {
  if (!isDocument(given) || Object.keys(given).length !== 1)
    throw new CommandError(40323, `${what} has exactly one field`)
  return Object.entries(given)[0]!
}

/**
 * Runs a pipeline. A `$match` at its beginning works on stored bytes and through the indexes; of what it leaves only the
 * fields that the other stages read are decoded.
 */
export function aggregate(pipeline: readonly unknown[], select: (filter: Filter) => Entry[]): Document[] {
  const named = pipeline.map((stage) => onlyField(stage, 'a pipeline stage'))
  const first = named[0]?.[0] === '$match' ? asDocument(named.shift()![1], '$match') : {}
  const filter = compileFilter(first)
  const stages = named.map(([name, operand], at) => compileStage(name, operand, named[at + 1]))
  const fields = fieldsOf(named)
  const documents = select(filter).map((entry) => {
    if (fields === undefined) return decode(entry.bytes)
    return fields.size === 0 ? {} : readFields(entry.transientBytes, fields)
  })
  return stages.reduce((rows, stage) => stage(rows), documents)
}

function asDocument(operand: unknown, stage: string): Document {
  if (!isDocument(operand)) throw badValue(`${stage} needs a document`)
  return operand
}

function wholeNumber(operand: unknown, stage: string, least: number): number {
  const number = isNumber(operand) ? toNumber(operand) : Number.NaN
  if (!Number.isInteger(number) || number < least) throw badValue(`${stage} needs a whole number from ${least} on`)
  return number
}

function compileStage(name: string, operand: unknown, next: [string, unknown] | undefined): Stage {
  switch (name) {
    case '$match': {
      const filter = compileFilter(asDocument(operand, name))
      return (rows) => rows.filter((row) => filter.matches(sourceOf(row)))
    }
    case '$sort': {
      const sort = compileSort(asDocument(operand, name))
      const limit = next?.[0] === '$limit' ? wholeNumber(next[1], '$limit', 1) : Infinity
      return (rows) => sort(rows, sourceOf, limit)
    }
    case '$skip': {
      const count = wholeNumber(operand, name, 0)
      return (rows) => rows.slice(count)
    }
    case '$limit': {
      const count = wholeNumber(operand, name, 1)
      return (rows) => rows.slice(0, count)
    }
    case '$group':
      return group(asDocument(operand, name))
    case '$unwind':
      return unwind(operand)
    default:
      throw notImplemented(`pipeline stage ${name}`)
  }
}

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
      if (isNumber(value)) sum = calculate(sum, value, (a, b) => a + b)
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
  return (documents) => {
    const groups = new Map<EqualityKey, { id: unknown; totals: Accumulator[] }>()
    for (const document of documents) {
      const value = id(document) ?? null
      const key = equalityKey(value)
      let found = groups.get(key)
      if (found === undefined) groups.set(key, (found = { id: value, totals: fields.map(({ start }) => start()) }))
      for (let i = 0; i < fields.length; i++) found.totals[i]!.add(fields[i]!.value(document))
    }
    return [...groups.values()].map(({ id: value, totals }) => ({
      _id: value,
      ...Object.fromEntries(fields.map(({ name }, i) => [name, totals[i]!.result()])),
    }))
  }
}

/** `{ $unwind: '$items' }`: one document per element of a top-level array. */
function unwind(operand: unknown): Stage {
  if (typeof operand !== 'string' || !/^\$[^$.][^.]*$/.test(operand))
    throw notImplemented(`$unwind of ${JSON.stringify(operand)}`)
  const [name] = pathNames(operand.slice(1))
  return (documents) =>
    documents.flatMap((document) => {
      const value = own(document, name!) ?? []
      return Array.isArray(value) ? value.map((item: unknown) => ({ ...document, [name!]: item })) : [document]
    })
}

/** The top-level fields that are read up to the first `$group`; `undefined` for all of them. */
function fieldsOf(stages: readonly [string, unknown][]): ReadonlySet<string> | undefined {
  const fields = new Set<string>()
  for (const [name, operand] of stages) {
    if (name === '$sort') for (const path of Object.keys(operand as Document)) fields.add(path.split('.')[0]!)
    if (name === '$match') collectQueryFields(operand, fields)
    if (name === '$unwind' || name === '$group') collectFields(operand, fields)
    if (name === '$group') return fields
  }
  return undefined
}

function collectQueryFields(query: unknown, fields: Set<string>): void {
  for (const [key, value] of Object.entries(query as Document)) {
    if (!key.startsWith('$')) fields.add(key.split('.')[0]!)
    else for (const item of value as unknown[]) collectQueryFields(item, fields)
  }
}
