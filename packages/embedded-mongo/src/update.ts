import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { getPath, own, setPath, unsetPath } from './paths.ts'
import { compileElement } from './query.ts'
import { compare, equal, isDocument, isNumber, toNumber } from './values.ts'

/** Changes a decoded document in place; `inserting` is true for the new document of an upsert. */
export type Update = (document: Document, inserting: boolean) => Document

type Modifier = (document: Document, path: readonly string[], operand: unknown) => void

/** Compiles a replacement or a document of update operators. Throws 238 outside the subset. */
export function compileUpdate(update: unknown): Update {
  if (Array.isArray(update)) throw notImplemented('an update pipeline')
  if (!isDocument(update)) throw badValue('an update has to be a document')
  const names = Object.keys(update)
  if (!names.some((name) => name.startsWith('$'))) return replacement(update)
  const steps = names.flatMap((operator) => compileOperator(operator, update[operator]))
  assertDisjoint(steps.map(({ path }) => path))
  return (document, inserting) => {
    for (const { apply, path, operand, onlyInserting } of steps)
      if (inserting || !onlyInserting) apply(document, path, operand)
    return document
  }
}

/** True for operators, false for a whole new document; `update` with `multi` allows only operators. */
export function hasOperators(update: unknown): boolean {
  return isDocument(update) && Object.keys(update).some((name) => name.startsWith('$'))
}

function replacement(update: Document): Update {
  return (document) => {
    const id = own(document, '_id')
    const next = id === undefined ? { ...update } : { _id: id, ...update }
    return next
  }
}

interface Step {
  readonly path: readonly string[]
  readonly operand: unknown
  readonly apply: Modifier
  readonly onlyInserting: boolean
}

function compileOperator(operator: string, operand: unknown): Step[] {
  const apply = Object.hasOwn(modifiers, operator) ? modifiers[operator] : undefined
  if (apply === undefined) {
    throw operator.startsWith('$')
      ? notImplemented(`update operator ${operator}`)
      : badValue(`a field name among update operators: ${operator}`)
  }
  if (!isDocument(operand)) throw badValue(`${operator} needs a document`)
  return Object.entries(operand).map(([name, value]) => {
    const path = name.split('.')
    if (path.some((segment) => segment.startsWith('$'))) throw notImplemented(`a positional path (${name})`)
    if (path.some((segment) => segment === ''))
      throw new CommandError(56, `The update path '${name}' contains an empty field name`)
    return { path, operand: value, apply, onlyInserting: operator === '$setOnInsert' }
  })
}

function assertDisjoint(paths: readonly (readonly string[])[]): void {
  const seen = new Set<string>()
  const texts = paths.map((path) => path.join('.'))
  for (const text of texts) {
    if (seen.has(text)) throw conflict(text)
    seen.add(text)
  }
  for (const path of paths) {
    for (let i = 1; i < path.length; i++) {
      if (seen.has(path.slice(0, i).join('.'))) throw conflict(path.join('.'))
    }
  }
}

function conflict(path: string): CommandError {
  return new CommandError(code.conflictingUpdate, `Updating the path '${path}' would create a conflict at '${path}'`)
}

const set: Modifier = (document, path, operand) => setPath(document, path, operand)

const modifiers: Record<string, Modifier> = {
  $set: set,
  $setOnInsert: set,
  $unset: (document, path) => unsetPath(document, path),
  $inc: (document, path, operand) => {
    if (!isNumber(operand))
      throw new CommandError(code.typeMismatch, `Cannot increment with a value that is not a number: ${path.join('.')}`)
    const before = getPath(document, path)
    if (before !== undefined && !isNumber(before)) {
      throw new CommandError(code.typeMismatch, `Cannot apply $inc to a value that is not a number: ${path.join('.')}`)
    }
    setPath(document, path, before === undefined ? operand : toNumber(before) + toNumber(operand))
  },
  $min: (document, path, operand) => replaceIf(document, path, operand, -1),
  $max: (document, path, operand) => replaceIf(document, path, operand, 1),
  $currentDate: (document, path, operand) => {
    const wanted = isDocument(operand) ? operand['$type'] : operand
    if (wanted !== true && wanted !== 'date') throw notImplemented(`$currentDate with ${String(wanted)}`)
    setPath(document, path, new Date())
  },
  $push: (document, path, operand) => {
    const { items, slice } = pushOperand(operand)
    const array = [...arrayAt(document, path, '$push'), ...items]
    setPath(document, path, slice === undefined ? array : slice < 0 ? array.slice(slice) : array.slice(0, slice))
  },
  $addToSet: (document, path, operand) => {
    const array = [...arrayAt(document, path, '$addToSet')]
    for (const item of eachOf(operand, '$addToSet', []))
      if (!array.some((value) => equal(value, item))) array.push(item)
    setPath(document, path, array)
  },
  $pull: (document, path, operand) => {
    const matches = compileElement(operand)
    removeWhere(document, path, '$pull', matches)
  },
  $pullAll: (document, path, operand) => {
    if (!Array.isArray(operand)) throw badValue('$pullAll needs an array')
    removeWhere(document, path, '$pullAll', (value) => operand.some((item) => equal(item, value)))
  },
}

function replaceIf(document: Document, path: readonly string[], operand: unknown, direction: number): void {
  const before = getPath(document, path)
  if (before === undefined || compare(operand, before) * direction > 0) setPath(document, path, operand)
}

function arrayAt(document: Document, path: readonly string[], operator: string): unknown[] {
  const value = getPath(document, path)
  if (value === undefined) return []
  if (!Array.isArray(value)) throw badValue(`The field '${path.join('.')}' must be an array for ${operator}`)
  return value
}

function removeWhere(
  document: Document,
  path: readonly string[],
  operator: string,
  matches: (value: unknown) => boolean,
): void {
  if (getPath(document, path) === undefined) return
  setPath(
    document,
    path,
    arrayAt(document, path, operator).filter((value) => !matches(value)),
  )
}

function eachOf(operand: unknown, operator: string, also: readonly string[]): unknown[] {
  if (!isDocument(operand) || !Object.keys(operand).some((name) => name.startsWith('$'))) return [operand]
  for (const name of Object.keys(operand))
    if (name !== '$each' && !also.includes(name)) throw notImplemented(`${name} of ${operator}`)
  if (!Array.isArray(operand['$each'])) throw badValue(`$each of ${operator} needs an array`)
  return operand['$each']
}

function pushOperand(operand: unknown): { items: unknown[]; slice: number | undefined } {
  const items = eachOf(operand, '$push', ['$slice'])
  const slice = isDocument(operand) ? operand['$slice'] : undefined
  if (slice === undefined) return { items, slice: undefined }
  if (!isNumber(slice) || !Number.isInteger(toNumber(slice))) throw badValue('$slice needs a whole number')
  return { items, slice: toNumber(slice) }
}
