import { Schema, trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import type { ImageSource } from '../images/find-image.ts'

interface ImageDocument {
  /** The file name under which it is asked for. */
  _id: string
  contentType: string
  body: Buffer
  width: number
  height: number
  createdAt: Date
  /** When it was first seen that nothing shows it any more. */
  unusedSince?: Date
}

const text = { type: String, required: true } as const
const number = { type: Number, required: true } as const
const schema = new Schema<ImageDocument>(
  {
    _id: text,
    contentType: text,
    body: { type: Buffer, required: true },
    width: number,
    height: number,
    createdAt: { type: Date, required: true },
    unusedSince: Date,
  },
  { collection: 'images', strict: 'throw', strictQuery: 'throw', versionKey: false },
)

export interface StoredImage {
  readonly fileName: string
  readonly contentType: string
  readonly body: Buffer
  readonly width: number
  readonly height: number
}

/** A picture without its body. */
export interface ImageRecord {
  readonly fileName: string
  readonly createdAt: Date
  readonly unusedSince: Date | null
}

export interface ImageRepository {
  /** All of them, oldest first. */
  list(): Promise<readonly ImageRecord[]>
  /** Notes since when pictures are unused; null: they are used. */
  mark(fileNames: readonly string[], unusedSince: Date | null): Promise<void>
  remove(fileNames: readonly string[]): Promise<void>
  insertMany(tx: Transaction, images: readonly StoredImage[], now: Date): Promise<void>
  /** As a source of pictures. */
  readonly findFile: ImageSource
}

/** Uploaded pictures stand in the database, so that every web process serves them, whatever machine it runs on. */
export function createImageRepository(database: Database): ImageRepository {
  const images = database.connection.model('Image', schema)
  const { collection } = images
  const among = (fileNames: readonly string[]) => ({ _id: trusted({ $in: [...fileNames] }) })
  return {
    async list() {
      const found = await images
        .find({}, { createdAt: 1, unusedSince: 1 })
        .sort({ createdAt: 1 })
        .lean<ImageDocument[]>()
      return found.map(({ _id: fileName, createdAt, unusedSince = null }) => ({ fileName, createdAt, unusedSince }))
    },
    async mark(fileNames, unusedSince) {
      if (fileNames.length > 0)
        await images.updateMany(
          among(fileNames),
          unusedSince === null ? { $unset: { unusedSince: true } } : { $set: { unusedSince } },
        )
    },
    async remove(fileNames) {
      if (fileNames.length > 0) await images.deleteMany(among(fileNames))
    },
    async insertMany(tx, images, now) {
      const documents = images.map(({ fileName, ...image }) => ({ _id: fileName, ...image, createdAt: now }))
      await collection.insertMany(documents as never, { session: tx.session })
    },
    async findFile(fileName) {
      const found = (await collection.findOne(
        { _id: fileName as never },
        { promoteBuffers: true },
      )) as unknown as ImageDocument | null
      return found === null ? null : { body: found.body, contentType: found.contentType }
    },
  }
}
