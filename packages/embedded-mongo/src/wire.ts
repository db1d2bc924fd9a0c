import { createConnection } from 'node:net'
import { addressOf } from './address.ts'
import { badValue, type Document } from './errors.ts'
import { assertNoProto, assertSize, decode, encode, maxAroundBytes } from './bson-bytes.ts'

const opReply = 1
const opQuery = 2004
const opMsg = 2013
const checksumPresent = 1
const moreToCome = 2
const maxMessageBytes = 48 * 1000 * 1000 + 16 * 1024

/** One request; `command` decodes it, and throws when its content is refused. */
export interface Request {
  readonly id: number
  /** In the form of the first request of a driver's connection, which is answered in its own form. */
  readonly isLegacy: boolean
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
  if (kind === opQuery) return { id, isLegacy: true, wantsReply: true, command: () => parseQuery(message) }
  const flags = message.readUInt32LE(16)
  if (kind !== opMsg || (flags & checksumPresent) !== 0) throw badValue(`wire protocol message ${kind}`)
  return { id, isLegacy: false, wantsReply: (flags & moreToCome) === 0, command: () => parseMessage(message) }
}

function parseQuery(message: Buffer): Document {
  const end = message.indexOf(0, 20)
  const at = end + 9
  return { ...decode(message.subarray(at, at + message.readInt32LE(at))), $db: 'admin' }
}

function parseMessage(message: Buffer): Document {
  let command: Document = {}
  const sequences: [string, Buffer[]][] = []
  for (let at = 20; at < message.length;) {
    const kind = message[at++]!
    const section = blockAt(message, at)
    if (kind === 0) command = decodeCommand(section)
    else if (kind === 1) sequences.push(parseSequence(section))
    else throw badValue(`section kind ${kind}`)
    at += section.length
  }
  for (const [name, documents] of sequences) {
    command[name] = name === 'documents' ? documents : documents.map((document) => decodeCommand(document))
  }
  return command
}

/** Decodes a command; the documents of an `insert` stay bytes, because that is how they are stored. */
function decodeCommand(bytes: Buffer): Document {
  assertSize(bytes, maxAroundBytes)
  assertNoProto(bytes)
  const isInsert = bytes.toString('latin1', 5, 12) === 'insert\0'
  return decode(bytes, isInsert ? { fieldsAsRaw: { documents: true } } : {})
}

/** A section or a document, which says its length at its beginning. Throws `badValue` for a length that it cannot have. */
function blockAt(bytes: Buffer, at: number): Buffer {
  const length = bytes.readInt32LE(at)
  if (length < 5 || at + length > bytes.length) throw badValue(`${length} bytes where a part of a message should begin`)
  return bytes.subarray(at, at + length)
}

function parseSequence(section: Buffer): [string, Buffer[]] {
  const end = section.indexOf(0, 4)
  if (end < 0) throw badValue('a list of documents without a name')
  const documents: Buffer[] = []
  for (let at = end + 1; at < section.length; at += documents.at(-1)!.length) documents.push(blockAt(section, at))
  return [section.toString('utf8', 4, end), documents]
}

let nextId = 1

/** A reply as bytes on the wire, in the form of its request. */
export function frame(body: Buffer, responseTo: number, isLegacy = false): Buffer {
  const head = Buffer.alloc(isLegacy ? 36 : 21)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(nextId++ & 0x7fffffff, 4)
  head.writeInt32LE(responseTo, 8)
  head.writeInt32LE(isLegacy ? opReply : opMsg, 12)
  if (isLegacy) head.writeInt32LE(1, 32)
  return Buffer.concat([head, body])
}

/**
 * Sends one command over a connection of its own. Throws without a connection, and for an answer that is none; `undefined`
 * after three silent seconds.
 */
export function sendCommand(uri: string, command: Document): Promise<Document | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(addressOf(uri))
    let received = Buffer.alloc(0)
    socket.setTimeout(3000, () => socket.destroy())
    socket.on('error', reject)
    socket.on('close', () => resolve(undefined))
    socket.on('connect', () => socket.write(frame(encode(command), 0)))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.length < 16 || received.length < received.readInt32LE(0)) return
      socket.destroy()
      try {
        resolve(decode(received.subarray(21)))
      } catch (error) {
        // Something else has the address now.
        reject(error)
      }
    })
  })
}
