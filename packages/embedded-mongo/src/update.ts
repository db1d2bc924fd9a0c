import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'
import { getPath, pathNames, setPath, unsetPath } from './paths.ts'
import { assertExact, isDocument } from './values.ts'

/** Changes a decoded document in place; `isInsert` is true for the new document of an upsert. */
export type Update = (document: Document, isInsert: boolean) => void

type Modifier = (document: Document, path: readonly string[], operand: unknown) => void

interface Step {
  readonly name: string
  readonly path: readonly string[]
  readonly operand: unknown
  readonly apply: Modifier
  readonly onlyOnInsert: boolean
}

/** Compiles a document of update operators. Throws `notImplemented` outside the subset. */
export function compileUpdate(update: unknown): Update {
  if (Array.isArray(update)) throw notImplemented('an update pipeline')
  if (!isDocument(update)) throw new CommandError(code.failedToParse, 'an update has to be a document')
  if (!Object.keys(update).some((name) => name.startsWith('$'))) throw notImplemented('a replacement')
  // MongoDB creates new fields in the order of their names.
  const steps = Object.entries(update)
    .flatMap(([operator, operand]) => compileOperator(operator, operand))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  assertDisjoint(steps)
  return (document, isInsert) => {
    for (const { apply, path, operand, onlyOnInsert } of steps)
      if (isInsert || !onlyOnInsert) apply(document, path, operand)
  }
}

function compileOperator(operator: string, operand: unknown): Step[] {
  if (!operator.startsWith('$'))
    throw new CommandError(code.failedToParse, `a field name among update operators: ${operator}`)
  const apply = Object.hasOwn(modifiers, operator) ? modifiers[operator] : undefined
  if (apply === undefined) throw notImplemented(`update operator ${operator}`)
  if (!isDocument(operand)) throw new CommandError(code.failedToParse, `${operator} needs a document`)
  return Object.entries(operand).map(([name, value]) => ({
    name,
    path: pathNames(name),
    operand: value,
    apply,
    onlyOnInsert: operator === '$setOnInsert',
  }))
}

/**
 * Throws `conflictingUpdateOperators` when two operators change the same field, or one a field and the other something
 * inside it.
 */
function assertDisjoint(steps: readonly Step[]): void {
  const changed = new Set<string>()
  for (const { name } of steps) {
    if (changed.has(name)) throw conflict(name)
    changed.add(name)
  }
  for (const { name, path } of steps)
    if (path.some((_, i) => i > 0 && changed.has(path.slice(0, i).join('.')))) throw conflict(name)
}

function conflict(path: string): CommandError {
  return new CommandError(
    code.conflictingUpdateOperators,
    `Updating the path '${path}' would create a conflict at '${path}'`,
  )
}

const modifiers: Readonly<Record<string, Modifier>> = {
  $set: setPath,
  $setOnInsert: setPath,
  $unset: unsetPath,
  $inc: (document, path, operand) => {
    const before = getPath(document, path)
    if (typeof operand !== 'number' || (before !== undefined && typeof before !== 'number'))
      throw new CommandError(code.typeMismatch, `Cannot apply $inc to what is not a number: ${path.join('.')}`)
    setPath(document, path, assertExact((before ?? 0) + operand))
  },
  $push: (document, path, operand) => {
    const before = getPath(document, path)
    if (before !== undefined && !Array.isArray(before))
      throw badValue(`The field '${path.join('.')}' must be an array for $push`)
    setPath(document, path, [...((before ?? []) as unknown[]), ...pushedItems(operand)])
  },
}

function pushedItems(operand: unknown): readonly unknown[] {
  if (!isDocument(operand)) return [operand]
  const modifier = Object.keys(operand).find((name) => name.startsWith('$') && name !== '$each')
  if (modifier !== undefined) throw notImplemented(`${modifier} of $push`)
  if (!Object.hasOwn(operand, '$each')) return [operand]
  if (Object.keys(operand).length > 1) throw notImplemented('other fields beside $each of $push')
  if (!Array.isArray(operand['$each'])) throw badValue('The argument to $each in $push must be an array')
  return operand['$each']
}
