import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Schema } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'

interface PieceDocument {
  /** "<file>:<number>" */
  _id: string
  fileId: string
  number: number
  /** Compressed: price lists shrink to a fifth, and the built-in database keeps everything in memory. */
  body: Buffer
  /** When the database clears it away. */
  expiresAt: Date
}

const text = { type: String, required: true } as const
const schema = new Schema<PieceDocument>(
  {
    _id: text,
    fileId: text,
    number: { type: Number, required: true },
    body: { type: Buffer, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'import_files', strict: 'throw', strictQuery: 'throw', versionKey: false },
)
schema.index({ fileId: 1, number: 1 }, { name: 'file_pieces' })
schema.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 })

const PIECE_BYTES = 1024 * 1024
const UNCLAIMED_MS = 24 * 60 * 60 * 1000
const pack = promisify<Buffer, Buffer>(gzip)
const unpack = promisify<Buffer, Buffer>(gunzip)

/** Stored files in pieces of one megabyte, so that web and worker on different machines both reach them. */
export interface ImportFileRepository {
  /** Hands every piece on and stores it meanwhile. */
  store(fileId: string, bytes: AsyncIterable<Buffer>, now: Date): AsyncIterable<Buffer>
  read(fileId: string): AsyncIterable<Buffer>
  /** Keeps a file until then. */
  keep(tx: Transaction, fileId: string, until: Date): Promise<void>
  remove(fileId: string): Promise<void>
}

async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const part of bytes) {
    waiting.push(part)
    length += part.length
    if (length < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}

export function createImportFileRepository(database: Database): ImportFileRepository {
  const { collection } = database.connection.model('ImportFilePiece', schema)
  return {
    async *store(fileId, bytes, now) {
      let number = 0
      for await (const piece of inPieces(bytes)) {
        const document = {
          _id: `${fileId}:${number}`,
          fileId,
          number,
          body: await pack(piece),
          expiresAt: new Date(now.getTime() + UNCLAIMED_MS),
        }
        await collection.insertOne(document as never)
        number += 1
        yield piece
      }
    },
    async *read(fileId) {
      for (let number = 0; ; number += 1) {
        const piece = (await collection.findOne(
          { _id: `${fileId}:${number}` as never },
          { promoteBuffers: true },
        )) as unknown as PieceDocument | null
        if (piece === null) return
        yield await unpack(piece.body)
      }
    },
    async keep(tx, fileId, until) {
      await collection.updateMany({ fileId }, { $set: { expiresAt: until } }, { session: tx.session })
    },
    async remove(fileId) {
      await collection.deleteMany({ fileId })
    },
  }
}
