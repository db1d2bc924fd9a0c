import { decode, encode, pickFields } from './bson-bytes.ts'
import { CommandError, type Document, notImplemented } from './errors.ts'
import { pathNames } from './paths.ts'
import { isDocument, isNumber, toNumber } from './values.ts'

const includesAndExcludes = 31254
const pathCollision = 31249

/** A compiled projection of stored documents: BSON in, BSON out. */
export type Projection = (document: Buffer) => Buffer

/** The names that an inclusion keeps; an empty tree keeps the whole value. */
type Tree = Map<string, Tree>

/**
 * Compiles an inclusion, or an exclusion of top-level fields; `undefined` for none. Throws 238 for operators,
 * expressions and an exclusion of dotted paths.
 */
export function compileProjection(projection: Document): Projection | undefined {
  const entries = Object.entries(projection).map(([path, value]) => [path, isIncluded(path, value)] as const)
  if (entries.length === 0) return undefined
  const paths = entries.map(([path]) => path).filter((path) => path !== '_id')
  const choices = new Set(entries.filter(([path]) => path !== '_id').map(([, included]) => included))
  if (choices.size > 1) throw new CommandError(includesAndExcludes, 'a projection cannot both include and exclude')
  const id = entries.find(([path]) => path === '_id')?.[1]
  const [including = id === true] = choices
  const dotted = paths.find((path) => path.includes('.'))
  if (dotted !== undefined && !including) throw notImplemented(`excluding '${dotted}' from a projection`)
  const tree = treeOf((id ?? true) === including ? ['_id', ...paths] : paths)
  const ofFields: Projection = (bytes) => pickFields(bytes, (name) => tree.has(name) === including)
  return dotted === undefined ? ofFields : (bytes) => encode(pickDocument(decode(ofFields(bytes)), tree))
}

function isIncluded(path: string, value: unknown): boolean {
  if (typeof value !== 'boolean' && !isNumber(value))
    throw notImplemented(`the projection of '${path}' by ${JSON.stringify(value)}`)
  return typeof value === 'boolean' ? value : toNumber(value) !== 0
}

function treeOf(paths: readonly string[]): Tree {
  const tree: Tree = new Map()
  for (const path of paths) {
    let at = tree
    let isNew = false
    for (const name of pathNames(path)) {
      if (at.size === 0 && at !== tree && !isNew) throw collision(path)
      isNew = !at.has(name)
      at.set(name, at.get(name) ?? new Map())
      at = at.get(name)!
    }
    if (!isNew) throw collision(path)
  }
  return tree
}

function collision(path: string): CommandError {
  return new CommandError(pathCollision, `Path collision at ${path}`)
}

function pickDocument(document: Document, tree: Tree): Document {
  const picked: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const below = tree.get(name)
    const kept = below === undefined ? undefined : pick(value, below)
    if (kept !== undefined) picked[name] = kept
  }
  return picked
}

function pick(value: unknown, tree: Tree): unknown {
  if (tree.size === 0) return value
  if (Array.isArray(value)) return value.map((item) => pick(item, tree)).filter((item) => item !== undefined)
  return isDocument(value) ? pickDocument(value, tree) : undefined
}
