import { badValue, type Document } from './errors.ts'
import { assertNoProto, decode, encode } from './bson-bytes.ts'

const opReply = 1
const opQuery = 2004
const opMsg = 2013
const checksumPresent = 1
const moreToCome = 2
const maxMessageBytes = 48 * 1000 * 1000 + 16 * 1024

/** One request; `command` throws when its content is refused. */
export interface Request {
  readonly id: number
  readonly legacy: boolean
  readonly wantsReply: boolean
  readonly command: () => Document
}

/** Cuts a stream of bytes into requests. Throws for anything that is not the wire protocol. */
export class RequestReader {
  #chunks: Buffer[] = []
  #length = 0

  read(chunk: Buffer): Request[] {
    const requests: Request[] = []
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length >= 16) {
      if (this.#chunks[0]!.length < 4) this.#join()
      const size = this.#chunks[0]!.readInt32LE(0)
      if (size < 16 || size > maxMessageBytes) throw badValue(`a message of ${size} bytes`)
      if (this.#length < size) break
      const all = this.#join()
      requests.push(parse(all.subarray(0, size)))
      this.#chunks = all.length > size ? [all.subarray(size)] : []
      this.#length = all.length - size
    }
    return requests
  }

  #join(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0]!
  }
}

function parse(message: Buffer): Request {
  const id = message.readInt32LE(4)
  const kind = message.readInt32LE(12)
  if (kind === opQuery) return { id, legacy: true, wantsReply: true, command: () => parseQuery(message) }
  if (kind !== opMsg) throw badValue(`wire protocol message ${kind} is not implemented`)
  return {
    id,
    legacy: false,
    wantsReply: (message.readUInt32LE(16) & moreToCome) === 0,
    command: () => parseMessage(message),
  }
}

function parseQuery(message: Buffer): Document {
  const end = message.indexOf(0, 20)
  const at = end + 9
  return { ...decode(message.subarray(at, at + message.readInt32LE(at))), $db: 'admin' }
}

function parseMessage(message: Buffer): Document {
  const end = message.length - ((message.readUInt32LE(16) & checksumPresent) === 0 ? 0 : 4)
  let command: Document = {}
  const sequences: [string, Buffer[]][] = []
  for (let at = 20; at < end;) {
    const kind = message[at++]!
    const size = message.readInt32LE(at)
    const section = message.subarray(at, at + size)
    if (kind === 0) command = decodeCommand(section)
    else if (kind === 1) sequences.push(parseSequence(section))
    else throw badValue(`section kind ${kind}`)
    at += size
  }
  for (const [name, documents] of sequences) {
    command[name] = name === 'documents' ? documents : documents.map((document) => decodeCommand(document))
  }
  return command
}

/** Decodes a command; the documents of an `insert` stay bytes, because that is how they are stored. */
function decodeCommand(bytes: Buffer): Document {
  assertNoProto(bytes)
  const isInsert = bytes.toString('latin1', 5, 12) === 'insert\0'
  return decode(bytes, isInsert ? { fieldsAsRaw: { documents: true } } : {})
}

function parseSequence(section: Buffer): [string, Buffer[]] {
  const end = section.indexOf(0, 4)
  const documents: Buffer[] = []
  for (let at = end + 1; at < section.length; at += section.readInt32LE(at))
    documents.push(section.subarray(at, at + section.readInt32LE(at)))
  return [section.toString('utf8', 4, end), documents]
}

let nextId = 1

/** A reply as bytes on the wire, in the manner of its request. */
export function frame(body: Buffer, responseTo: number, legacy = false): Buffer {
  const head = Buffer.alloc(legacy ? 36 : 21)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(nextId++ & 0x7fffffff, 4)
  head.writeInt32LE(responseTo, 8)
  head.writeInt32LE(legacy ? opReply : opMsg, 12)
  if (legacy) head.writeInt32LE(1, 32)
  return Buffer.concat([head, body])
}

/** A command as bytes on the wire, for asking whether an owner is alive. */
export function frameCommand(command: Document): Buffer {
  return frame(encode(command), 0)
}
