import { code, CommandError, type Document, notImplemented } from './errors.ts'
import type { Source } from './bson-bytes.ts'
import { isDocument } from './values.ts'

/** A document's own field; never something inherited from JavaScript's Object. */
export function own(document: Document, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : undefined
}

/** A decoded document as a `Source`. */
export class PlainSource implements Source {
  readonly #document: Document

  constructor(document: Document) {
    this.#document = document
  }

  field(name: string): unknown {
    return own(this.#document, name)
  }
}

/**
 * The names in a dotted path. Throws `notImplemented` for positions in arrays and positional operators, and for empty
 * names.
 */
export function pathNames(path: string): readonly string[] {
  const names = path.split('.')
  for (const name of names) {
    if (name === '') throw notImplemented(`an empty name in the path '${path}'`)
    if (name.startsWith('$') || (names.length > 1 && /^\d+$/.test(name)))
      throw notImplemented(`'${name}' in the path '${path}'`)
  }
  return names
}

function collect(value: unknown, names: readonly string[], at: number, found: unknown[]): void {
  if (at === names.length) {
    found.push(value)
  } else if (Array.isArray(value)) {
    for (const item of value) if (isDocument(item)) collect(item, names, at, found)
  } else if (isDocument(value)) {
    collect(own(value, names[at]!), names, at + 1, found)
  } else {
    found.push(undefined)
  }
}

/** A reader of every value that a dotted path reaches, through arrays, as MongoDB's queries see it. */
export function pathReader(path: string): (source: Source) => unknown[] {
  const names = pathNames(path)
  const first = names[0]!
  if (names.length === 1) return (source) => [source.field(first)]
  return (source) => {
    const found: unknown[] = []
    collect(source.field(first), names, 1, found)
    return found
  }
}

function notViable(path: readonly string[], name: string): CommandError {
  return new CommandError(code.pathNotViable, `Cannot create field '${name}' on the way to '${path.join('.')}'`)
}

/** The value at an update's path; `undefined` when there is none. */
export function getPath(document: Document, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isDocument(value) ? own(value, name) : undefined), document)
}

/**
 * Sets a value, making the documents on the way. Throws `pathNotViable` when a scalar or an array stands in the way.
 */
export function setPath(document: Document, path: readonly string[], value: unknown): void {
  let parent = document
  for (let i = 0; i < path.length - 1; i++) {
    const child = own(parent, path[i]!)
    if (child !== undefined && !isDocument(child)) throw notViable(path, path[i + 1]!)
    parent = child ?? (parent[path[i]!] = {})
  }
  parent[path.at(-1)!] = value
}

/** Removes what a path leads to; nothing happens where it leads nowhere. */
export function unsetPath(document: Document, path: readonly string[]): void {
  const parent = getPath(document, path.slice(0, -1))
  if (isDocument(parent)) delete parent[path.at(-1)!]
}
