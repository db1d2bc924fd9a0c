import type { Binary, ObjectId } from 'bson'
import { code, CommandError, type Document, notImplemented } from './errors.ts'

/** The supported types, numbered in the order in which MongoDB sorts values of different types. */
export const typeOrder = {
  null: 5,
  number: 10,
  string: 15,
  document: 20,
  array: 25,
  binary: 30,
  objectId: 35,
  boolean: 40,
  date: 45,
} as const

export type TypeOrder = (typeof typeOrder)[keyof typeof typeOrder]

const bsonClasses: Readonly<Record<string, TypeOrder>> = {
  Binary: typeOrder.binary,
  ObjectId: typeOrder.objectId,
}

/** The type of a value; a missing value counts as null. Throws `notImplemented` for a BSON type outside the subset. */
export function typeOf(value: unknown): TypeOrder {
  switch (typeof value) {
    case 'number':
      return typeOrder.number
    case 'string':
      return typeOrder.string
    case 'boolean':
      return typeOrder.boolean
    case 'undefined':
      return typeOrder.null
  }
  if (value === null) return typeOrder.null
  if (Array.isArray(value)) return typeOrder.array
  if (value instanceof Date) return typeOrder.date
  const bsonClass = (value as { _bsontype?: string })._bsontype
  if (bsonClass === undefined) return typeOrder.document
  const type = bsonClasses[bsonClass]
  if (type === undefined) throw notImplemented(`BSON type ${bsonClass}`)
  return type
}

/** True for an embedded document, as opposed to an array, a date or another BSON value. */
export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && typeOf(value) === typeOrder.document
}

/** A field that is true or false, where MongoDB also takes a number. Throws `typeMismatch` for anything else. */
export function flagAt(given: Document, field: string, byDefault = false): boolean {
  const value = given[field] ?? byDefault
  if (typeof value !== 'boolean' && typeof value !== 'number')
    throw new CommandError(code.typeMismatch, `${field} has to be true or false`)
  return Boolean(value)
}

/** Throws `notImplemented` for a whole number beyond 2^53, where MongoDB would answer a 64-bit integer. */
export function assertExact(result: number): number {
  if (Number.isInteger(result) && !Number.isSafeInteger(result))
    throw notImplemented('calculating with whole numbers beyond 2^53')
  return result
}

/** Numbers in MongoDB's order: NaN comes before every other number. */
function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a))
  return a < b ? -1 : a > b ? 1 : 0
}

/** Strings by their UTF-8 bytes. JavaScript's own order differs where surrogates meet U+E000 to U+FFFF. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : x - y
  }
  return a.length - b.length
}

function compareLists<T>(a: readonly T[], b: readonly T[], compareItems: (a: T, b: T) => number): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareItems(a[i]!, b[i]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareFields([nameA, a]: [string, unknown], [nameB, b]: [string, unknown]): number {
  return typeOf(a) - typeOf(b) || compareStrings(nameA, nameB) || compare(a, b)
}

function compareBinary(a: Binary, b: Binary): number {
  return a.length() - b.length() || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value())
}

/**
 * MongoDB's total order of values: negative, zero or positive. Throws `notImplemented` for types outside the subset.
 */
export function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return compareNumbers(a, b)
  const type = typeOf(a)
  const order = type - typeOf(b)
  if (order !== 0) return order
  switch (type) {
    case typeOrder.null:
      return 0
    case typeOrder.number:
      return compareNumbers(a as number, b as number)
    case typeOrder.string:
      return compareStrings(a as string, b as string)
    case typeOrder.document:
      return compareLists(Object.entries(a as Document), Object.entries(b as Document), compareFields)
    case typeOrder.array:
      return compareLists(a as unknown[], b as unknown[], compare)
    case typeOrder.binary:
      return compareBinary(a as Binary, b as Binary)
    case typeOrder.objectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id)
    case typeOrder.boolean:
      return Number(a) - Number(b)
    case typeOrder.date:
      return (a as Date).getTime() - (b as Date).getTime()
  }
}

/** Whether MongoDB calls two values equal: 1 and a double of 1 are, 1 and "1" are not. */
export function equal(a: unknown, b: unknown): boolean {
  return a === b || compare(a, b) === 0
}

/**
 * A Map key that is the same for two values exactly when MongoDB calls them equal: numbers and strings are their own
 * key (which saves memory where there are many), everything else is a string that starts with NUL.
 */
export type EqualityKey = string | number

/** The key of a value. */
export function equalityKey(value: unknown): EqualityKey {
  if (typeof value === 'number') return value === 0 ? 0 : value
  if (typeof value === 'string') return value.charCodeAt(0) === 0 ? `\0s${value}` : value
  const type = typeOf(value)
  return `\0${taggedKey(type, value)}`
}

function taggedKey(type: TypeOrder, value: unknown): string {
  switch (type) {
    case typeOrder.document:
      return `{${Object.entries(value as Document)
        .map(([key, item]) => part(key) + part(equalityKey(item)))
        .join('')}}`
    case typeOrder.array:
      return `[${(value as unknown[]).map((item) => part(equalityKey(item))).join('')}]`
    case typeOrder.binary:
      return `b${(value as Binary).sub_type}:${Buffer.from((value as Binary).value()).toString('base64')}`
    case typeOrder.objectId:
      return `o${Buffer.from((value as ObjectId).id).toString('latin1')}`
    case typeOrder.date:
      return `d${(value as Date).getTime()}`
    default:
      return String(value ?? null)
  }
}

/** One part of a compound key, with its length in front, so that parts never run into each other. */
function part(key: EqualityKey): string {
  return typeof key === 'number' ? `#${key};` : `${key.length}:${key}`
}

/** The key of several values together, for compound indexes. */
export function compoundKey(values: readonly unknown[]): EqualityKey {
  return values.length === 1 ? equalityKey(values[0]) : values.map((value) => part(equalityKey(value))).join('')
}
