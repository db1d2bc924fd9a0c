import { CommandError, type Document, notImplemented } from './errors.ts'
import { pickFields } from './bson-bytes.ts'
import { isNumber, toNumber } from './values.ts'

const includesAndExcludes = 31254

/** A compiled projection of stored documents: BSON in, BSON out. */
export type Projection = (document: Buffer) => Buffer

/**
 * Compiles an inclusion or exclusion of top-level fields; `undefined` for none. Throws 238 for dotted paths, operators
 * and expressions.
 */
export function compileProjection(projection: Document): Projection | undefined {
  const entries = Object.entries(projection).map(([name, value]) => [name, isIncluded(name, value)] as const)
  if (entries.length === 0) return undefined
  const choices = new Set(entries.filter(([name]) => name !== '_id').map(([, included]) => included))
  if (choices.size > 1) throw new CommandError(includesAndExcludes, 'a projection cannot both include and exclude')
  const id = entries.find(([name]) => name === '_id')?.[1]
  const [including = id === true] = choices
  const names = new Set(entries.map(([name]) => name).filter((name) => name !== '_id'))
  if ((id ?? true) === including) names.add('_id')
  return (bytes) => pickFields(bytes, (name) => names.has(name) === including)
}

function isIncluded(name: string, value: unknown): boolean {
  if (name === '' || name.startsWith('$') || name.includes('.')) throw notImplemented(`the projection of '${name}'`)
  if (typeof value !== 'boolean' && !isNumber(value))
    throw notImplemented(`the projection of '${name}' by ${JSON.stringify(value)}`)
  return typeof value === 'boolean' ? value : toNumber(value) !== 0
}
