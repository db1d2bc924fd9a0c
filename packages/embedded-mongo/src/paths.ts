import { code, CommandError, type Document } from './errors.ts'
import type { Source } from './raw.ts'
import { isDocument } from './values.ts'

const index = /^(?:0|[1-9]\d{0,6})$/

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

function walk(value: unknown, segments: readonly string[], at: number, found: unknown[]): void {
  if (at === segments.length) {
    found.push(value)
  } else if (Array.isArray(value)) {
    const segment = segments[at]!
    if (index.test(segment) && Number(segment) < value.length) walk(value[Number(segment)], segments, at + 1, found)
    for (const item of value) if (isDocument(item)) walk(item, segments, at, found)
  } else {
    walkObject(value, segments, at, found)
  }
}

function walkObject(value: unknown, segments: readonly string[], at: number, found: unknown[]): void {
  if (isDocument(value)) walk(own(value, segments[at]!), segments, at + 1, found)
  else found.push(undefined)
}

/** A reader of every value that a dotted path reaches, through arrays, as MongoDB's queries see it. */
export function pathReader(path: string): (source: Source) => unknown[] {
  const segments = path.split('.')
  const first = segments[0]!
  if (segments.length === 1) return (source) => [source.field(first)]
  return (source) => {
    const found: unknown[] = []
    walk(source.field(first), segments, 1, found)
    return found
  }
}

function notViable(path: readonly string[], segment: string): CommandError {
  return new CommandError(code.pathNotViable, `Cannot create field '${segment}' on the way to '${path.join('.')}'`)
}

/** The parent that holds the last segment of a path, made on the way where missing (or `undefined` if it may not be). */
function parentOf(document: Document, path: readonly string[], create: boolean): Document | unknown[] | undefined {
  let parent: unknown = document
  for (let i = 0; i < path.length - 1; i++) {
    const segment = path[i]!
    let child = childOf(parent, segment)
    if (child === undefined) {
      if (!create) return undefined
      child = {}
      assign(parent as Document | unknown[], segment, child, path)
    }
    if (!isDocument(child) && !Array.isArray(child)) {
      if (!create) return undefined
      throw notViable(path, path[i + 1]!)
    }
    parent = child
  }
  return parent as Document | unknown[]
}

function childOf(parent: unknown, segment: string): unknown {
  if (Array.isArray(parent)) return index.test(segment) ? parent[Number(segment)] : undefined
  return own(parent as Document, segment)
}

function assign(parent: Document | unknown[], segment: string, value: unknown, path: readonly string[]): void {
  if (!Array.isArray(parent)) {
    parent[segment] = value
    return
  }
  if (!index.test(segment) || Number(segment) > parent.length + 1000) throw notViable(path, segment)
  while (parent.length < Number(segment)) parent.push(null)
  parent[Number(segment)] = value
}

export function getPath(document: Document, path: readonly string[]): unknown {
  const parent = parentOf(document, path, false)
  return parent === undefined ? undefined : childOf(parent, path.at(-1)!)
}

/** Sets a value, making the documents on the way. Throws 28 when a scalar stands in the way. */
export function setPath(document: Document, path: readonly string[], value: unknown): void {
  assign(parentOf(document, path, true)!, path.at(-1)!, value, path)
}

export function unsetPath(document: Document, path: readonly string[]): void {
  const parent = parentOf(document, path, false)
  if (Array.isArray(parent)) {
    if (childOf(parent, path.at(-1)!) !== undefined) parent[Number(path.at(-1))] = null
  } else if (parent !== undefined) {
    delete parent[path.at(-1)!]
  }
}
