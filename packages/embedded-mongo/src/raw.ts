import { Binary, deserialize, type DeserializeOptions, ObjectId, serialize } from 'bson'
import { badValue, code, CommandError, type Document, notImplemented } from './errors.ts'

/** Something whose top-level fields can be read by name: stored bytes, or a document in the middle of a pipeline. */
export interface Source {
  /** The value of a top-level field, `undefined` when there is none. */
  field(name: string): unknown
}

const options: DeserializeOptions = { bsonRegExp: true, promoteLongs: true }
const maxDocumentBytes = 16 * 1024 * 1024
const maxDepth = 100

export function decode(bytes: Uint8Array, extra: DeserializeOptions = {}): Document {
  return deserialize(bytes, { ...options, ...extra })
}

/** BSON bytes of a document to be stored. Throws 10334 beyond 16 MB. */
export function encode(document: Document): Buffer {
  const bytes = serialize(document, { ignoreUndefined: true, checkKeys: false })
  if (bytes.length > maxDocumentBytes)
    throw new CommandError(code.documentTooLarge, `a document of ${bytes.length} bytes is too large`)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
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

/** The number of bytes of a value of this BSON type that starts at `at`. */
function sizeOf(type: number, bytes: Buffer, at: number): number {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return 8
    case 0x02:
    case 0x0d:
    case 0x0e:
      return 4 + bytes.readInt32LE(at)
    case 0x03:
    case 0x04:
    case 0x0f:
      return bytes.readInt32LE(at)
    case 0x05:
      return 5 + bytes.readInt32LE(at)
    case 0x06:
    case 0x0a:
    case 0xff:
    case 0x7f:
      return 0
    case 0x07:
      return 12
    case 0x08:
      return 1
    case 0x0b:
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1 - at
    case 0x10:
      return 4
    case 0x13:
      return 16
    default:
      throw notImplemented(`BSON type 0x${type.toString(16)}`)
  }
}

function readValue(type: number, bytes: Buffer, at: number): unknown {
  switch (type) {
    case 0x01:
      return bytes.readDoubleLE(at)
    case 0x02:
      return bytes.toString('utf8', at + 4, at + 3 + bytes.readInt32LE(at))
    // A copy, because what is read may keep parts of it.
    case 0x03:
      return deserialize(Buffer.from(bytes.subarray(at, at + bytes.readInt32LE(at))), options)
    case 0x04:
      return Object.values(deserialize(Buffer.from(bytes.subarray(at, at + bytes.readInt32LE(at))), options))
    case 0x05:
      return new Binary(Buffer.from(bytes.subarray(at + 5, at + 5 + bytes.readInt32LE(at))), bytes[at + 4])
    case 0x07:
      return new ObjectId(Buffer.from(bytes.subarray(at, at + 12)))
    case 0x08:
      return bytes[at] === 1
    case 0x09:
      return new Date(Number(bytes.readBigInt64LE(at)))
    case 0x0a:
      return null
    case 0x10:
      return bytes.readInt32LE(at)
    default: {
      const wrapped = Buffer.concat([
        Buffer.from([0, 0, 0, 0, type, 0x76, 0]),
        bytes.subarray(at, at + sizeOf(type, bytes, at)),
        Buffer.from([0]),
      ])
      wrapped.writeInt32LE(wrapped.length, 0)
      return deserialize(wrapped, options)['v']
    }
  }
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

/** A document of the named top-level fields only, in stored order: what a pipeline needs, at a tenth of the price. */
export function readFields(bytes: Buffer, names: ReadonlySet<string>): Document {
  const document: Document = {}
  let at = 4
  for (let type = bytes[at++]!; type !== 0; type = bytes[at++]!) {
    const end = bytes.indexOf(0, at)
    const name = bytes.toString('utf8', at, end)
    if (names.has(name)) document[name] = readValue(type, bytes, end + 1)
    at = end + 1 + sizeOf(type, bytes, end + 1)
  }
  return document
}

/** The bytes of a document with some top-level fields left out or only some kept; the values are copied as they are. */
export function pickFields(bytes: Buffer, keep: (name: string) => boolean): Buffer {
  const parts: Buffer[] = [Buffer.alloc(4)]
  let at = 4
  for (let type = bytes[at]!; type !== 0; type = bytes[at]!) {
    const end = bytes.indexOf(0, at + 1)
    const next = end + 1 + sizeOf(type, bytes, end + 1)
    if (keep(bytes.toString('utf8', at + 1, end))) parts.push(bytes.subarray(at, next))
    at = next
  }
  parts.push(Buffer.alloc(1))
  const picked = Buffer.concat(parts)
  picked.writeInt32LE(picked.length, 0)
  return picked
}

/** Where the first field's name and value lie; used to see whether `_id` comes first. */
export function startsWithId(bytes: Buffer): boolean {
  return bytes[5] === 0x5f && bytes[6] === 0x69 && bytes[7] === 0x64 && bytes[8] === 0
}

/**
 * Refuses what must not be stored, at every depth: `__proto__` as a name, Decimal128, more than 100 levels, and at the
 * top level a name that starts with `$`.
 */
export function assertStorable(bytes: Buffer, depth = 1): void {
  if (depth > maxDepth) throw badValue(`a document may be nested ${maxDepth} levels deep, not more`)
  if (bytes.length > maxDocumentBytes)
    throw new CommandError(code.documentTooLarge, `a document of ${bytes.length} bytes is too large`)
  let at = 4
  for (let type = bytes[at++]!; type !== 0; type = bytes[at++]!) {
    const end = bytes.indexOf(0, at)
    if (bytes[at] === 0x24 && depth === 1)
      throw new CommandError(
        code.dollarPrefixedField,
        `a field name may not start with '$': ${bytes.toString('utf8', at, end)}`,
      )
    if (end - at === 9 && bytes.toString('latin1', at, end) === '__proto__')
      throw badValue("a field may not be named '__proto__'")
    if (type === 0x13) throw notImplemented('Decimal128')
    const size = sizeOf(type, bytes, end + 1)
    if (type === 0x03 || type === 0x04) assertStorable(bytes.subarray(end + 1, end + 1 + size), depth + 1)
    at = end + 1 + size
  }
}

/** Refuses a command that names `__proto__` anywhere in a field name or dotted path. The common case costs one search. */
export function assertNoProto(bytes: Buffer): void {
  if (!bytes.includes('__proto__')) return
  let at = 4
  for (let type = bytes[at++]!; type !== 0; type = bytes[at++]!) {
    const end = bytes.indexOf(0, at)
    if (bytes.toString('utf8', at, end).split('.').includes('__proto__'))
      throw badValue("a field may not be named '__proto__'")
    const size = sizeOf(type, bytes, end + 1)
    if (type === 0x03 || type === 0x04) assertNoProto(bytes.subarray(end + 1, end + 1 + size))
    at = end + 1 + size
  }
}

/** A BSON array of documents that are already encoded. */
export function encodeArray(documents: readonly Buffer[]): Buffer {
  let length = 5
  const names = documents.map((document, i) => {
    const name = Buffer.from(`\x03${i}\0`, 'latin1')
    length += name.length + document.length
    return name
  })
  const array = Buffer.allocUnsafe(length)
  array.writeInt32LE(length, 0)
  let at = 4
  documents.forEach((document, i) => {
    at += names[i]!.copy(array, at)
    at += document.copy(array, at)
  })
  array[at] = 0
  return array
}

/** Puts already encoded fields (`type`, name, bytes) in front of a document's own fields. */
export function prepend(fields: readonly { type: number; name: string; bytes: Buffer }[], document: Document): Buffer {
  const rest = Buffer.from(serialize(document))
  const parts: Buffer[] = [Buffer.alloc(4)]
  for (const { type, name, bytes } of fields) parts.push(Buffer.from([type]), Buffer.from(`${name}\0`), bytes)
  parts.push(rest.subarray(4))
  const whole = Buffer.concat(parts)
  whole.writeInt32LE(whole.length, 0)
  return whole
}
