import { createConnection } from 'node:net'
import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BSON, MongoClient } from 'mongodb'
import { addressOf } from '../src/address.ts'
import { decode, encode } from '../src/bson-bytes.ts'
import type { Document } from '../src/errors.ts'
import { start, temporaryFolder, useServer } from './fixture.ts'

const shop = useServer()

/** A message of the wire protocol with these sections. */
function message(...sections: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(20)
  head.writeInt32LE(20 + sections.reduce((sum, { length }) => sum + length, 0), 0)
  head.writeInt32LE(2013, 12)
  return Buffer.concat([head, ...sections])
}

const command = (document: Document): Buffer => Buffer.concat([Buffer.from([0]), encode({ ...document, $db: 'shop' })])

/** A section with a list of documents, that says it has this length. */
function sequence(name: string, documents: Buffer, length = 4 + name.length + 1 + documents.length): Buffer {
  const head = Buffer.alloc(5)
  head[0] = 1
  head.writeInt32LE(length, 1)
  return Buffer.concat([head, Buffer.from(`${name}\0`), documents])
}

/** A document with some bytes changed. */
function altered(document: Document, change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(encode(document))
  change(bytes)
  return bytes
}

/** What comes back on a connection of its own: an answer, or nothing when the connection is closed. */
function send(uri: string, bytes: Buffer): Promise<Document | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(addressOf(uri))
    let received = Buffer.alloc(0)
    socket.setTimeout(5000, () => reject(new Error('the server is silent')))
    socket.on('error', reject)
    socket.on('close', () => resolve(undefined))
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.length < 16 || received.length < received.readInt32LE(0)) return
      resolve(decode(received.subarray(21)))
      socket.destroy()
    })
  })
}

const insert = command({ insert: 'rows' })
const noLength = Buffer.alloc(4)
const textLength = 'text\0'.length

it.each<[what: string, bytes: Buffer]>([
  ['a section of no bytes', message(insert, sequence('documents', encode({ _id: 1 }), 0))],
  ['a section of less than no bytes', message(insert, sequence('documents', encode({ _id: 1 }), -1))],
  ['a section longer than its message', message(insert, sequence('documents', encode({ _id: 1 }), 1000))],
  ['a document of no bytes', message(insert, sequence('documents', noLength))],
  ['a document longer than its section', message(insert, sequence('documents', encode({ _id: 1 }).subarray(0, 8)))],
  [
    'a command with a text of less than no bytes',
    message(
      Buffer.concat([
        Buffer.from([0]),
        // A name that is looked for makes the server pass over all values.
        altered({ ping: 1, $db: 'shop', text: 'a', ['__proto__x']: 1 }, (bytes) =>
          bytes.writeInt32LE(-10, bytes.indexOf('text\0') + textLength),
        ),
      ]),
    ),
  ],
])('answers the others after a message with %s', async (_what, bytes) => {
  const answer = await send(shop.server.uri, bytes)
  if (answer !== undefined) expect(answer).toMatchObject({ ok: 0 })
  expect(await shop.db.command({ ping: 1 }, { timeoutMS: 5000 })).toMatchObject({ ok: 1 })
})

it.each(['as a whole', 'in one of its statements'])('takes no command that MongoDB takes not, %s', async (where) => {
  const largest = 16 * 1024 * 1024 + 16 * 1024
  const answerTo = (bytes: number): Promise<Document | undefined> => {
    const body = (text: string): Document => ({ q: { _id: 1 }, u: { $set: { text } }, $db: 'shop' })
    const document = BSON.serialize(body('x'.repeat(bytes - BSON.serialize(body('')).length)))
    if (where === 'in one of its statements')
      return send(shop.server.uri, message(command({ update: 'rows' }), sequence('updates', Buffer.from(document))))
    return send(shop.server.uri, message(Buffer.concat([Buffer.from([0]), document])))
  }

  expect(await answerTo(largest)).not.toMatchObject({ code: 10334 })
  expect(await answerTo(largest + 1)).toMatchObject({ ok: 0, code: 10334 })
})

it('stores no document that nobody could read, and opens its file afterwards', async () => {
  const dataDir = temporaryFolder()
  const first = await start({ dataDir })
  const whole = { _id: 1, text: 'abc', inner: { list: [1, 2] } }
  const lengthAt = (bytes: Buffer, field: string): number => bytes.indexOf(`${field}\0`) + field.length + 1
  const documents = [
    altered(whole, (bytes) => bytes.writeInt32LE(-20, lengthAt(bytes, 'text'))),
    altered(whole, (bytes) => bytes.writeInt32LE(0, lengthAt(bytes, 'text'))),
    altered(whole, (bytes) => bytes.writeInt32LE(1000, lengthAt(bytes, 'text'))),
    altered(whole, (bytes) => bytes.writeInt32LE(-1, lengthAt(bytes, 'inner'))),
    altered(whole, (bytes) => bytes.writeInt32LE(7, lengthAt(bytes, 'list'))),
    altered(whole, (bytes) => bytes.fill(1, bytes.length - 1)),
    Buffer.concat([altered(whole, (bytes) => bytes.writeInt32LE(bytes.length + 3, 0)), Buffer.from([1, 1, 1])]),
  ]
  try {
    for (const bytes of documents) {
      const answer = await send(first.uri, message(insert, sequence('documents', bytes)))
      expect(answer).toMatchObject({ n: 0, writeErrors: [{ index: 0, code: 22 }] })
    }
    expect(await send(first.uri, message(insert, sequence('documents', encode(whole))))).toMatchObject({ n: 1 })
  } finally {
    await first.stop()
  }
  const second = await start({ dataDir })
  const client = await MongoClient.connect(second.uri)
  try {
    expect(await client.db('shop').collection('rows').find().toArray()).toEqual([whole])
  } finally {
    await client.close()
    await second.stop()
    rmSync(dataDir, { recursive: true })
  }
})
