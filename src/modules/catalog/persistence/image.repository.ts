import type { Collection, Database, Transaction } from '#platform/database/database'
import { inParts } from '#platform/database/in-parts'
import type { ImageSource } from '../images/find-image.ts'

interface ImageDocument {
  /** The file name in its URL. */
  _id: string
  contentType: string
  body: Buffer
  width: number
  height: number
  createdAt: Date
  /** Since when it is known to be unused. */
  unusedSince?: Date
}

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
  readonly unusedSince: Date | null
}

export interface ImageRepository {
  /** All of them, in no order. */
  list(): Promise<readonly ImageRecord[]>
  /** Stores since when pictures are unused; null: they are used. */
  mark(fileNames: readonly string[], unusedSince: Date | null): Promise<void>
  remove(fileNames: readonly string[]): Promise<void>
  insertMany(tx: Transaction, images: readonly StoredImage[], now: Date): Promise<void>
  /** As a source of pictures. */
  readonly findFile: ImageSource
}

/** The database reads whole pictures for their names, some megabytes of so many. */
const READ_AT_ONCE = 50

export function imageCollection(database: Database): Collection<ImageDocument> {
  return database.collection<ImageDocument>('images')
}

/** Uploaded pictures are stored in the database, so that every web process on every machine can serve them. */
export function createImageRepository(database: Database): ImageRepository {
  const images = imageCollection(database)
  const among = (fileNames: readonly string[]) => ({ _id: { $in: [...fileNames] } })
  return {
    async list() {
      const found = images.find({}, { projection: { unusedSince: 1 }, batchSize: READ_AT_ONCE })
      const records: ImageRecord[] = []
      for await (const { _id: fileName, unusedSince = null } of found) records.push({ fileName, unusedSince })
      return records
    },
    async mark(fileNames, unusedSince) {
      const change = unusedSince === null ? { $unset: { unusedSince: '' as const } } : { $set: { unusedSince } }
      for (const part of inParts(fileNames)) await images.updateMany(among(part), change)
    },
    async remove(fileNames) {
      for (const part of inParts(fileNames)) await images.deleteMany(among(part))
    },
    async insertMany(tx, created, now) {
      const documents = created.map(({ fileName, ...image }) => ({ _id: fileName, ...image, createdAt: now }))
      await images.insertMany(documents, { session: tx.session })
    },
    async findFile(fileName) {
      const found = await images.findOne({ _id: fileName }, { promoteBuffers: true })
      return found === null ? null : { body: found.body, contentType: found.contentType }
    },
  }
}
