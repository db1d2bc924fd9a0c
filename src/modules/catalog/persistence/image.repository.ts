import { Schema } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import type { ImageSource } from '../images/image-shelf.ts'

interface ImageDocument {
  /** The file name under which it is asked for. */
  _id: string
  contentType: string
  body: Buffer
  width: number
  height: number
  createdAt: Date
}

const text = { type: String, required: true } as const
const number = { type: Number, required: true } as const
const schema = new Schema<ImageDocument>(
  { _id: text, contentType: text, body: { type: Buffer, required: true }, width: number, height: number, createdAt: { type: Date, required: true } },
  { collection: 'images', strict: 'throw', strictQuery: 'throw', versionKey: false },
)

export interface StoredImage {
  readonly fileName: string
  readonly contentType: string
  readonly body: Buffer
  readonly width: number
  readonly height: number
}

export interface ImageRepository {
  insertMany(tx: Transaction, images: readonly StoredImage[], now: Date): Promise<void>
  /** As a source of pictures. */
  readonly findFile: ImageSource
}

/** Uploaded pictures stand in the database, so that every web process serves them, whatever machine it runs on. */
export function createImageRepository(database: Database): ImageRepository {
  const { collection } = database.connection.model('Image', schema)
  return {
    async insertMany(tx, images, now) {
      const documents = images.map(({ fileName, ...image }) => ({ _id: fileName, ...image, createdAt: now }))
      await collection.insertMany(documents as never, { session: tx.session })
    },
    async findFile(fileName) {
      const found = (await collection.findOne({ _id: fileName as never }, { promoteBuffers: true })) as unknown as ImageDocument | null
      return found === null ? null : { body: found.body, contentType: found.contentType }
    },
  }
}
