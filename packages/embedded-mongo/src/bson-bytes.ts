import { Binary, deserialize, type DeserializeOptions, ObjectId, serialize } from 'bson'
import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'

/** Something whose top-level fields can be read by name: stored bytes, or a document in the middle of a pipeline. */
export interface Source {
  /** The value of a top-level field, `undefined` when there is none. */
  field(name: string): unknown
}

const options: DeserializeOptions = { bsonRegExp: true, promoteLongs: true }
const maxDocumentBytes = 16 * 1024 * 1024
/** A command, and an answer, has room for the largest document and what stands around it. */
export const maxAroundBytes = maxDocumentBytes + 16 * 1024
const maxDepth = 100

/** The numbers of the supported types in BSON. */
const bsonType = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  array: 0x04,
  binary: 0x05,
  objectId: 0x07,
  boolean: 0x08,
  date: 0x09,
  null: 0x0a,
  int32: 0x10,
  int64: 0x12,
} as const

/** A document from its BSON bytes. @param extra how values are read, beside what holds for every command */
export function decode(bytes: Uint8Array, extra: DeserializeOptions = {}): Document {
  return deserialize(bytes, { ...options, ...extra })
}

/**
 * BSON bytes of an answer, or of a document for which `assertStorable` is still to be asked. Throws `bSONObjectTooLarge`
 * beyond 16 MB and 16 KB.
 */
export function encode(document: Document): Buffer {
  const bytes = serialized(document)
  assertSize(bytes, maxAroundBytes)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

function serialized(document: Document): Uint8Array {
  try {
    return serialize(document, { ignoreUndefined: true, checkKeys: false })
  } catch (error) {
    // The library writes into a buffer of 17 MB.
    throw error instanceof RangeError ? tooLarge('more than 17 million') : error
  }
}

const nameBytes = new Map<string, Uint8Array>()

function bytesOf(name: string): Uint8Array {
  let bytes = nameBytes.get(name)
  if (bytes === undefined) {
    bytes = Buffer.from(name)
    if (nameBytes.size < 2000) nameBytes.set(name, bytes)
  }
  return bytes
}

/**
 * The number of bytes of a value of this BSON type that starts at `at`. Throws `notImplemented` for a type outside the
 * subset, and `invalidBSON` for a length that is none.
 */
function sizeOf(type: number, bytes: Buffer, at: number): number {
  switch (type) {
    case bsonType.null:
      return 0
    case bsonType.boolean:
      return 1
    case bsonType.int32:
      return 4
    case bsonType.double:
    case bsonType.date:
    case bsonType.int64:
      return 8
    case bsonType.objectId:
      return 12
    case bsonType.string:
      return 4 + lengthAt(bytes, at, 1)
    case bsonType.binary:
      return 5 + lengthAt(bytes, at, 0)
    case bsonType.document:
    case bsonType.array:
      return lengthAt(bytes, at, 5)
    default:
      throw notImplemented(`BSON type 0x${type.toString(16)}`)
  }
}

/** A length that is not less than it can be: with another one, who passes over the values would never come to an end. */
function lengthAt(bytes: Buffer, at: number, least: number): number {
  const length = bytes.readInt32LE(at)
  if (length < least) throw malformed()
  return length
}

function readValue(type: number, bytes: Buffer, at: number): unknown {
  switch (type) {
    case bsonType.double:
      return bytes.readDoubleLE(at)
    case bsonType.string:
      return bytes.toString('utf8', at + 4, at + 3 + bytes.readInt32LE(at))
    // Copies, because what is read may keep parts of them.
    case bsonType.document:
      return deserialize(Buffer.from(bytes.subarray(at, at + bytes.readInt32LE(at))), options)
    case bsonType.array:
      return (
        textsAt(bytes, at) ??
        Object.values(deserialize(Buffer.from(bytes.subarray(at, at + bytes.readInt32LE(at))), options))
      )
    case bsonType.binary:
      return new Binary(Buffer.from(bytes.subarray(at + 5, at + 5 + bytes.readInt32LE(at))), bytes[at + 4])
    case bsonType.objectId:
      return new ObjectId(Buffer.from(bytes.subarray(at, at + 12)))
    case bsonType.boolean:
      return bytes[at] === 1
    case bsonType.date:
      return new Date(Number(bytes.readBigInt64LE(at)))
    case bsonType.null:
      return null
    case bsonType.int32:
      return bytes.readInt32LE(at)
    default:
      return Number(bytes.readBigInt64LE(at))
  }
}

/**
 * The array that starts at `at` where it holds texts alone; otherwise undefined. Search words are such arrays, and to decode
 * them in general takes three times as long.
 */
function textsAt(bytes: Buffer, at: number): string[] | undefined {
  const end = at + bytes.readInt32LE(at) - 1
  const texts: string[] = []
  for (let next = at + 4; next < end;) {
    if (bytes[next] !== bsonType.string) return undefined
    const value = endOfName(bytes, next + 1)
    const length = bytes.readInt32LE(value)
    texts.push(bytes.toString('utf8', value + 4, value + 3 + length))
    next = value + 4 + length
  }
  return texts
}

/** Reads one top-level field out of BSON bytes without decoding the rest; `undefined` when the field is missing. */
export function readField(bytes: Buffer, name: string): unknown {
  const wanted = bytesOf(name)
  const length = wanted.length
  let at = 4
  for (;;) {
    const type = bytes[at++]!
    if (type === 0) return undefined
    let i = 0
    while (i < length && bytes[at + i] === wanted[i]) i++
    const found = i === length && bytes[at + i] === 0
    at += i
    while (bytes[at] !== 0) at++
    at++
    if (found) return readValue(type, bytes, at)
    at += sizeOf(type, bytes, at)
  }
}

/** Calls `visit` with the type, the place of the name and the place of the value of every top-level field. */
function eachField(bytes: Buffer, visit: (type: number, name: number, value: number, end: number) => void): void {
  let at = 4
  for (let type = bytes[at++]!; type !== 0; type = bytes[at++]!) {
    const value = endOfName(bytes, at)
    const end = value + sizeOf(type, bytes, value)
    visit(type, at, value, end)
    at = end
  }
}

/** A document of the named top-level fields only, in stored order: it costs a tenth of decoding everything. */
export function readFields(bytes: Buffer, names: ReadonlySet<string>): Document {
  const document: Document = {}
  eachField(bytes, (type, at, value) => {
    const name = bytes.toString('utf8', at, value - 1)
    if (names.has(name)) document[name] = readValue(type, bytes, value)
  })
  return document
}

/**
 * Names of fields, told apart in the bytes of a document: to make a text of each took most of the time of a projection.
 */
export class FieldNames {
  readonly #names: readonly Buffer[]

  constructor(names: Iterable<string>) {
    this.#names = Array.from(names, (name) => Buffer.from(name))
  }

  /** Whether the bytes from `at` to `end` are one of the names. */
  has(bytes: Buffer, at: number, end: number): boolean {
    const length = end - at
    for (const name of this.#names) {
      if (name.length !== length) continue
      let i = 0
      while (i < length && bytes[at + i] === name[i]) i++
      if (i === length) return true
    }
    return false
  }
}

/**
 * The bytes of a document with only those of its top-level fields that have these names, or only the others; the values
 * are copied as they are.
 */
export function pickFields(bytes: Buffer, names: FieldNames, includes: boolean): Buffer {
  const picked = Buffer.allocUnsafe(bytes.length)
  let [length, at] = [4, 4]
  for (let type = bytes[at]!; type !== 0; type = bytes[at]!) {
    const value = endOfName(bytes, at + 1)
    const end = value + sizeOf(type, bytes, value)
    if (names.has(bytes, at + 1, value - 1) === includes) length += bytes.copy(picked, length, at, end)
    at = end
  }
  picked[length++] = 0
  picked.writeInt32LE(length, 0)
  return picked.subarray(0, length)
}

/** The bytes of a document from those of its fields. */
function wrap(fields: readonly Buffer[]): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), ...fields, Buffer.alloc(1)])
  whole.writeInt32LE(whole.length, 0)
  return whole
}

/** True when the first field is `_id`, as in every stored document. */
export function startsWithId(bytes: Buffer): boolean {
  return bytes[5] === 0x5f && bytes[6] === 0x69 && bytes[7] === 0x64 && bytes[8] === 0
}

/**
 * Refuses what must not be stored, at every depth: `__proto__` as a name, types outside the subset, whole numbers
 * beyond 2^53, more than 100 levels, and at the top level a name that starts with `$`.
 */
export function assertStorable(bytes: Buffer): void {
  assertSize(bytes, maxDocumentBytes)
  assertStorableFields(bytes, 0, bytes.length, 1)
}

/** @param start where the document begins, which has to end at `end` */
function assertStorableFields(bytes: Buffer, start: number, end: number, depth: number): void {
  if (depth > maxDepth) throw badValue(`a document may be nested ${maxDepth} levels deep, not more`)
  if (end - start < 5 || bytes.readInt32LE(start) !== end - start) throw malformed()
  let at = start + 4
  for (let type = bytes[at++]!; type !== 0; type = bytes[at++]!) {
    const value = endOfName(bytes, at)
    const next = value + sizeOf(type, bytes, value)
    if (next >= end || (type === bsonType.string && bytes[next - 1] !== 0)) throw malformed()
    if (bytes[at] === 0x24 && depth === 1)
      throw notImplemented(`a field whose name starts with '$' (${bytes.toString('utf8', at, value - 1)})`)
    if (value - at === 10 && bytes.toString('latin1', at, value - 1) === '__proto__') throw protoRefused()
    if (type === bsonType.int64 && !Number.isSafeInteger(Number(bytes.readBigInt64LE(value))))
      throw notImplemented('a whole number beyond 2^53')
    if (type === bsonType.document || type === bsonType.array) assertStorableFields(bytes, value, next, depth + 1)
    at = next
  }
  if (at !== end) throw malformed()
}

function malformed(): CommandError {
  return new CommandError(code.invalidBSON, 'a document is not what BSON is')
}

/** Where the value of a field begins whose name begins at `at`. Names are short: this is faster than `indexOf`. */
function endOfName(bytes: Buffer, at: number): number {
  while (at < bytes.length && bytes[at] !== 0) at++
  return at + 1
}

/** Throws `bSONObjectTooLarge` for more than so many bytes. */
export function assertSize({ length }: Uint8Array, most: number): void {
  if (length > most) throw tooLarge(String(length))
}

function tooLarge(bytes: string): CommandError {
  return new CommandError(code.bSONObjectTooLarge, `a document of ${bytes} bytes is too large`)
}

function protoRefused(): CommandError {
  return badValue("a field may not be named '__proto__'")
}

/**
 * Refuses a command that names `__proto__` anywhere in a field name or dotted path. The common case costs one search.
 */
export function assertNoProto(bytes: Buffer): void {
  if (!bytes.includes('__proto__')) return
  eachField(bytes, (type, at, value, end) => {
    if (
      bytes
        .toString('utf8', at, value - 1)
        .split('.')
        .includes('__proto__')
    )
      throw protoRefused()
    if (type === bsonType.document || type === bsonType.array) assertNoProto(bytes.subarray(value, end))
  })
}

/** The reply that carries a batch of documents, which are already encoded, in a cursor. */
export function encodeBatch(name: 'firstBatch' | 'nextBatch', documents: readonly Buffer[], rest: Document): Buffer {
  const items = documents.flatMap((document, i) => [Buffer.from(`\x03${i}\0`, 'latin1'), document])
  const fieldsOf = (document: Document): Buffer => encode(document).subarray(4, -1)
  const cursor = wrap([Buffer.from(`\x04${name}\0`), wrap(items), fieldsOf(rest)])
  return wrap([Buffer.from('\x03cursor\0'), cursor, fieldsOf({ ok: 1 })])
}
