import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { SnapshotBytes } from '../memory/snapshot.ts'
import type { CatalogCode } from './catalog-code.ts'

/** What stands at the beginning of a snapshot. */
export interface SnapshotInfo {
  /** The code that made it. */
  readonly code: CatalogCode
  /** The collection of which it is (`product-change.repository.ts`); a former version of the shop did not say. */
  readonly collectionId?: string | null
  /** See `ReadModelState`. */
  readonly completeUntilMs: number
}

interface Head extends SnapshotInfo {
  readonly lengths: readonly number[]
}

const NAME = 'snapshot'
/** The length of the head and its checksum. */
const BEFORE_HEAD = 8

/**
 * Writes parts into the snapshot's file, which is there as a whole or not at all. It does not wait for the disk: the
 * head has a checksum, the parts have their own, and a snapshot that was damaged by a power cut is not used.
 */
export async function writeSnapshot(
  folder: string,
  info: SnapshotInfo,
  parts: readonly (readonly Buffer[])[],
): Promise<void> {
  const lengths = parts.map((buffers) => buffers.reduce((sum, { length }) => sum + length, 0))
  const head = Buffer.from(JSON.stringify({ ...info, lengths } satisfies Head))
  const before = Buffer.alloc(BEFORE_HEAD)
  before.writeUInt32LE(head.length)
  before.writeUInt32LE(crc32(head), 4)
  const draft = join(folder, `${NAME}.draft`)
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      for (const buffer of [before, head, ...parts.flat()]) await file.writeFile(buffer)
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, NAME))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Reads the snapshot's parts one after the other, with as much memory as they take in the end. It is read
 * synchronously: a thread of the pool would read all of it into memory first.
 * @param read is called with the parts, which it reads in their order; what is left of one is skipped
 * @returns what it returns; null when there is no snapshot with this layout, or when it is not whole
 */
export function readSnapshot<Result>(
  folder: string,
  layout: string,
  read: (info: SnapshotInfo, parts: readonly SnapshotBytes[]) => Result | null,
): Result | null {
  let file: number
  try {
    file = openSync(join(folder, NAME), 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const size = fstatSync(file).size
    // Of a file that is too short they are zero.
    const before = Buffer.from(bytesAt(file, 0, BEFORE_HEAD))
    const headSize = before.readUInt32LE()
    const start = BEFORE_HEAD + headSize
    const isThere = headSize > 0 && start <= size
    const head = isThere ? headOf(Buffer.from(bytesAt(file, BEFORE_HEAD, headSize)), before.readUInt32LE(4)) : null
    if (head?.code.layout !== layout) return null
    let end = start
    const parts = head.lengths.map((length) => {
      const from = end
      end += length
      return partOf(file, from, length)
    })
    return end === size ? read(head, parts) : null
  } finally {
    closeSync(file)
  }
}

function partOf(file: number, from: number, length: number): SnapshotBytes {
  let at = from
  return {
    length,
    next(count, room) {
      at += count
      return bytesAt(file, at - count, count, room)
    },
  }
}

function bytesAt(file: number, from: number, length: number, room = length): ArrayBuffer {
  const bytes = new Uint8Array(room)
  for (let done = 0; done < length;) {
    const count = readSync(file, bytes, done, length - done, from + done)
    if (count === 0) break
    done += count
  }
  return bytes.buffer
}

/** Null when it is damaged, or that of an earlier version of the shop, which wrote no checksum of it. */
function headOf(bytes: Buffer, checksum: number): Head | null {
  return crc32(bytes) === checksum ? (JSON.parse(bytes.toString()) as Head) : null
}
