import type { Entry } from './entry.ts'
import { badValue, type Document, notImplemented } from './errors.ts'
import { collectFields, compileExpression, type Expression } from './expressions.ts'
import { getPath, PlainSource, setPath, unsetPath } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import { decode, readFields, type Source } from './raw.ts'
import { compileProjection, sortBy } from './shape.ts'
import { compare, type EqualityKey, equalityKey, isDocument, isNumber, toNumber } from './values.ts'

type Stage = (documents: Document[]) => Document[]

function stageOf(given: unknown): [name: string, operand: unknown] {
  if (!isDocument(given) || Object.keys(given).length !== 1) throw badValue('a pipeline stage has one field')
  return Object.entries(given)[0]!
}

/**
 * Runs a pipeline. `$match`, `$sort`, `$skip` and `$limit` at its beginning work on stored bytes, through the indexes;
 * of what is left only the fields that the rest reads are decoded.
 */
export function aggregate(pipeline: readonly unknown[], select: (filter: Filter) => Entry[]): Document[] {
  const stages = pipeline.map(stageOf)
  for (const [name, operand] of stages) compileStage(name, operand)
  let at = 0
  const first = stages[0]?.[0] === '$match' ? stages[at++]![1] : {}
  let entries = select(compileFilter(asDocument(first, '$match')))
  for (; at < stages.length; at++) {
    const next = narrow(stages[at]!, stages[at + 1], entries, (entry) => entry)
    if (next === undefined) break
    entries = next
  }
  const rest = stages.slice(at)
  if (rest[0]?.[0] === '$count') return compileStage('$count', rest[0][1])(entries as unknown as Document[])
  const fields = fieldsOf(rest)
  return runStages(
    rest,
    entries.map((entry) => (fields === undefined ? decode(entry.bytes) : readFields(entry.passing, fields))),
  )
}

function runStages(stages: readonly [string, unknown][], documents: Document[]): Document[] {
  return stages.reduce(
    (rows, [name, operand], i) =>
      narrow([name, operand], stages[i + 1], rows, (row) => new PlainSource(row)) ?? compileStage(name, operand)(rows),
    documents,
  )
}

/** The stages that keep documents as they are, for stored entries and decoded documents alike. */
function narrow<T>(
  [name, operand]: [string, unknown],
  next: [string, unknown] | undefined,
  rows: T[],
  sourceOf: (row: T) => Source,
): T[] | undefined {
  switch (name) {
    case '$match': {
      const filter = compileFilter(asDocument(operand, name))
      return rows.filter((row) => filter.matches(sourceOf(row)))
    }
    case '$sort':
      return sortBy(
        rows,
        asDocument(operand, name),
        sourceOf,
        next?.[0] === '$limit' ? wholeNumber(next[1], '$limit') : Infinity,
      )
    case '$skip':
      return rows.slice(wholeNumber(operand, name))
    case '$limit':
      return rows.slice(0, wholeNumber(operand, name))
    default:
      return undefined
  }
}

function asDocument(operand: unknown, stage: string): Document {
  if (!isDocument(operand)) throw badValue(`${stage} needs a document`)
  return operand
}

function wholeNumber(operand: unknown, stage: string): number {
  if (!isNumber(operand) || !Number.isInteger(toNumber(operand)) || toNumber(operand) < (stage === '$limit' ? 1 : 0)) {
    throw badValue(`${stage} needs a whole number that is not negative`)
  }
  return toNumber(operand)
}

/** Compiles a stage, also to refuse it before anything is read. */
function compileStage(name: string, operand: unknown): Stage {
  switch (name) {
    case '$match':
    case '$sort':
    case '$skip':
    case '$limit':
      narrow([name, operand], undefined, [], () => new PlainSource({}))
      return (rows) => narrow([name, operand], undefined, rows, (row) => new PlainSource(row))!
    case '$group':
      return group(asDocument(operand, name))
    case '$project':
      return project(asDocument(operand, name))
    case '$unwind':
      return unwind(operand)
    case '$facet':
      return facet(asDocument(operand, name))
    case '$count': {
      if (typeof operand !== 'string' || operand === '' || operand.startsWith('$') || operand.includes('.'))
        throw badValue('$count needs a field name')
      return (rows) => (rows.length === 0 ? [] : [{ [operand]: rows.length }])
    }
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

const accumulators: Record<string, () => Accumulator> = {
  $sum: () => {
    let sum = 0
    return { add: (value) => (sum += isNumber(value) ? toNumber(value) : 0), result: () => sum }
  },
  $avg: () => {
    let [sum, count] = [0, 0]
    const add = (value: unknown): void => {
      if (!isNumber(value)) return
      sum += toNumber(value)
      count += 1
    }
    return { add, result: () => (count === 0 ? null : sum / count) }
  },
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: () => {
    let [value, seen]: [unknown, boolean] = [null, false]
    return { add: (next) => ([value, seen] = seen ? [value, seen] : [next ?? null, true]), result: () => value }
  },
  $last: () => {
    let value: unknown = null
    return { add: (next) => (value = next ?? null), result: () => value }
  },
}

function group(operand: Document): Stage {
  const { _id: idOperand, ...rest } = operand
  if (!Object.hasOwn(operand, '_id')) throw badValue('$group needs an _id')
  const id = compileExpression(idOperand)
  const fields = Object.entries(rest).map(([name, given]) => {
    const [operator, argument] = stageOf(given)
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

function project(operand: Document): Stage {
  const isPlain = (value: unknown): boolean => typeof value === 'boolean' || isNumber(value)
  const plain = Object.fromEntries(Object.entries(operand).filter(([, value]) => isPlain(value)))
  const computed: [string[], Expression][] = []
  for (const [path, value] of Object.entries(operand)) {
    if (isPlain(value)) continue
    if (isDocument(value) && !Object.keys(value)[0]?.startsWith('$'))
      throw notImplemented(`a nested document in $project (${path})`)
    computed.push([path.split('.'), compileExpression(value)])
  }
  if (Object.keys(operand).length === 0) throw badValue('$project needs at least one field')
  const excludesId = Object.keys(plain).length === 1 && Object.hasOwn(plain, '_id') && !plain['_id']
  const base =
    computed.length > 0 && excludesId
      ? () => ({})
      : compileProjection(Object.keys(plain).length === 0 ? { _id: 1 } : plain)!.plain
  if (computed.length > 0 && Object.entries(plain).some(([path, value]) => path !== '_id' && !value))
    throw badValue('$project cannot exclude and compute')
  return (documents) =>
    documents.map((document) => {
      const result = base(document)
      for (const [path, expression] of computed) {
        const value = expression(document)
        if (value !== undefined) setPath(result, path, value)
      }
      return result
    })
}

function unwind(operand: unknown): Stage {
  const options = isDocument(operand) ? operand : { path: operand }
  const { path, preserveNullAndEmptyArrays: preserve = false, ...others } = options
  if (Object.keys(others).length > 0) throw notImplemented(`${Object.keys(others)[0]} of $unwind`)
  if (typeof path !== 'string' || !path.startsWith('$') || path.startsWith('$$'))
    throw badValue('$unwind needs a path that starts with $')
  const segments = path.slice(1).split('.')
  return (documents) =>
    documents.flatMap((document) => {
      const value = getPath(document, segments)
      if (!Array.isArray(value))
        return value === undefined || value === null ? (preserve === true ? [document] : []) : [document]
      if (value.length > 0)
        return value.map((item) => along(document, segments, (copy) => setPath(copy, segments, item)))
      return preserve === true ? [along(document, segments, (copy) => unsetPath(copy, segments))] : []
    })
}

/** A copy of a document, deep only along a path: the stages share everything else. */
function along(document: Document, segments: readonly string[], change: (copy: Document) => void): Document {
  const copy = { ...document }
  for (let i = 1; i < segments.length; i++) {
    const path = segments.slice(0, i)
    const value = getPath(copy, path)
    setPath(copy, path, Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Document) })
  }
  change(copy)
  return copy
}

function facet(operand: Document): Stage {
  const facets = Object.entries(operand).map(([name, pipeline]) => {
    if (!Array.isArray(pipeline)) throw badValue(`$facet needs a pipeline for ${name}`)
    const stages = pipeline.map(stageOf)
    for (const [stage, argument] of stages) {
      if (stage === '$facet') throw badValue('$facet is not allowed inside $facet')
      compileStage(stage, argument)
    }
    return { name, stages }
  })
  return (documents) => [Object.fromEntries(facets.map(({ name, stages }) => [name, runStages(stages, documents)]))]
}

/** The top-level fields that a pipeline reads before it makes documents of its own; `undefined` for all of them. */
function fieldsOf(stages: readonly [string, unknown][]): ReadonlySet<string> | undefined {
  const fields = new Set<string>()
  return collect(stages, fields) ? fields : undefined
}

function collect(stages: readonly [string, unknown][], fields: Set<string>): boolean {
  for (const [name, operand] of stages) {
    if (name === '$count') return true
    if (name === '$group') return collectFields(operand, fields)
    if (name === '$facet')
      return Object.values(operand as Document).every((pipeline) =>
        collect((pipeline as unknown[]).map(stageOf), fields),
      )
    if (name === '$sort') for (const path of Object.keys(operand as Document)) fields.add(path.split('.')[0]!)
    if (name === '$match') collectQueryFields(operand, fields)
    if (name === '$unwind') collectFields(isDocument(operand) ? operand['path'] : operand, fields)
    if (name === '$project') {
      const entries = Object.entries(operand as Document)
      if (entries.some(([path, value]) => path !== '_id' && (value === false || value === 0))) return false
      if (entries.length === 1 && entries[0]![0] === '_id' && !entries[0]![1]) return false
      fields.add('_id')
      for (const [path] of entries) fields.add(path.split('.')[0]!)
      return collectFields(operand, fields)
    }
  }
  return false
}

function collectQueryFields(query: unknown, fields: Set<string>): void {
  for (const [key, value] of Object.entries(query as Document)) {
    if (!key.startsWith('$')) fields.add(key.split('.')[0]!)
    else if (Array.isArray(value)) for (const item of value) collectQueryFields(item, fields)
  }
}
