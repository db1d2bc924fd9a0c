import { type Binary, type BSONRegExp, Long, type ObjectId, type Timestamp } from 'bson'
import { badValue, type Document, notImplemented } from './errors.ts'

const kinds: Record<string, number> = {
  MinKey: -1,
  EmptyArray: 4,
  Long: 10,
  Int32: 10,
  Double: 10,
  BSONSymbol: 15,
  Binary: 30,
  ObjectId: 35,
  Timestamp: 47,
  BSONRegExp: 50,
  Code: 60,
  MaxKey: 127,
}

/** The place of a value's type in MongoDB's order of types; values of different kinds never match a range. */
export function kindOf(value: unknown): number {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return 10
    case 'string':
      return 15
    case 'boolean':
      return 40
    case 'undefined':
      return 5
  }
  if (value === null) return 5
  if (Array.isArray(value)) return 25
  if (value instanceof Date) return 45
  if (value instanceof RegExp) return 50
  const type = (value as { _bsontype?: string })._bsontype
  if (type === undefined) return 20
  if (type === 'Decimal128') throw notImplemented('Decimal128')
  const kind = kinds[type]
  if (kind === undefined) throw notImplemented(`BSON type ${type}`)
  return kind
}

/** What an empty array sorts as: before null. */
export const emptyArray = { _bsontype: 'EmptyArray' }

/** True for an embedded document, as opposed to an array, a date or another BSON value. */
export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && kindOf(value) === 20
}

export function isNumber(value: unknown): boolean {
  return kindOf(value) === 10
}

/** The value as a JavaScript number; a 64-bit integer beyond 2^53 loses digits. */
export function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number(Long.isLong(value) ? value.toString() : value)
}

function exact(value: unknown): number | bigint {
  return Long.isLong(value) ? value.toBigInt() : toNumber(value)
}

function sign(a: number | bigint | string, b: number | bigint | string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Numbers in MongoDB's order: NaN comes before every other number. */
function compareNumbers(a: unknown, b: unknown): number {
  const [x, y] = [exact(a), exact(b)]
  if (x !== x || y !== y) return x !== x ? (y !== y ? 0 : -1) : 1
  return sign(x, y)
}

/** Strings by their UTF-8 bytes. JavaScript's own order differs where surrogates meet U+E000 to U+FFFF. */
function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))) : x - y
  }
  return a.length - b.length
}

function compareDocuments(a: Document, b: Document): number {
  const [x, y] = [Object.entries(a), Object.entries(b)]
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const [keyA, valueA] = x[i]!
    const [keyB, valueB] = y[i]!
    const order = kindOf(valueA) - kindOf(valueB) || compareStrings(keyA, keyB) || compare(valueA, valueB)
    if (order !== 0) return order
  }
  return x.length - y.length
}

function regexText(value: RegExp | BSONRegExp): string {
  return value instanceof RegExp ? `${value.source}/${value.flags}` : `${value.pattern}/${value.options}`
}

/** MongoDB's total order of values: negative, zero or positive. Throws 238 for types outside the subset. */
export function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number' && a === a && b === b) return a - b || 0
  const kind = kindOf(a)
  const order = kind - kindOf(b)
  if (order !== 0) return order
  switch (kind) {
    case 10:
      return compareNumbers(a, b)
    case 15:
      return compareStrings(String(a), String(b))
    case 20:
      return compareDocuments(a as Document, b as Document)
    case 25:
      return compareArrays(a as unknown[], b as unknown[])
    case 30:
      return compareBinary(a as Binary, b as Binary)
    case 35:
      return Math.sign(Buffer.compare((a as ObjectId).id, (b as ObjectId).id))
    case 40:
      return Number(a) - Number(b)
    case 45:
      return (a as Date).getTime() - (b as Date).getTime()
    case 47:
      return (a as Timestamp).compare(b as Timestamp)
    case 50:
      return compareStrings(regexText(a as RegExp), regexText(b as RegExp))
    default:
      return 0
  }
}

function compareArrays(a: unknown[], b: unknown[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compare(a[i], b[i])
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareBinary(a: Binary, b: Binary): number {
  return a.length() - b.length() || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value())
}

export function equal(a: unknown, b: unknown): boolean {
  return a === b || compare(a, b) === 0
}

/**
 * A Map key that is the same for two values exactly when MongoDB calls them equal: numbers and texts are their own key
 * (which saves memory where there are many), everything else is a text that starts with NUL.
 */
export type EqualityKey = string | number

export function equalityKey(value: unknown): EqualityKey {
  if (typeof value === 'number') return value === 0 ? 0 : value
  if (typeof value === 'string') return value.charCodeAt(0) === 0 ? `\0s${value}` : value
  const kind = kindOf(value)
  return kind === 10 ? numberKey(value) : `\0${taggedKey(kind, value)}`
}

function taggedKey(kind: number, value: unknown): string {
  switch (kind) {
    case -1:
      return 'min'
    case 127:
      return 'max'
    case 5:
      return 'null'
    case 15:
      return `s${String(value)}`
    case 20:
      return `{${Object.entries(value as Document)
        .map(([key, item]) => part(key) + part(equalityKey(item)))
        .join('')}}`
    case 25:
      return `[${(value as unknown[]).map((item) => part(equalityKey(item))).join('')}]`
    case 30:
      return `b${(value as Binary).sub_type}:${Buffer.from((value as Binary).value()).toString('base64')}`
    case 35:
      return `o${Buffer.from((value as ObjectId).id).toString('latin1')}`
    case 40:
      return value === true ? 'true' : 'false'
    case 45:
      return `d${(value as Date).getTime()}`
    case 47:
      return `t${String(value)}`
    case 50:
      return `r${regexText(value as RegExp)}`
    default:
      throw badValue('this type of value cannot be a key')
  }
}

function numberKey(value: unknown): EqualityKey {
  const number = exact(value)
  return typeof number === 'bigint' && !Number.isSafeInteger(Number(number)) ? `\0l${number}` : Number(number)
}

/** One part of a compound key, with its length in front, so that parts never run into each other. */
function part(key: EqualityKey): string {
  return typeof key === 'number' ? `#${key};` : `${key.length}:${key}`
}

/** The key of several values together, for compound indexes. */
export function compoundKey(values: readonly unknown[]): EqualityKey {
  return values.length === 1 ? equalityKey(values[0]) : values.map((value) => part(equalityKey(value))).join('')
}
