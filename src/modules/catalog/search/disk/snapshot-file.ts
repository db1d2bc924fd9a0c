import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotBytes } from '../memory/snapshot.ts'
import type { CatalogCode } from './catalog-code.ts'

/** What stands at the beginning of a snapshot. */
export interface SnapshotInfo {
  /** The code that made it. */
  readonly code: CatalogCode
  /** See `ReadModelState`. */
  readonly completeUntilMs: number
}

interface Head extends SnapshotInfo {
  readonly lengths: readonly number[]
}

const NAME = 'snapshot'

/**
 * Writes parts into the snapshot's file, which is there as a whole or not at all. It does not wait for the disk: the
 * parts have checksums of their own, and a snapshot that was damaged by a power cut is not used.
 */
export async function writeSnapshot(
  folder: string,
  info: SnapshotInfo,
  parts: readonly (readonly Buffer[])[],
): Promise<void> {
  const lengths = parts.map((buffers) => buffers.reduce((sum, { length }) => sum + length, 0))
  const head = Buffer.from(JSON.stringify({ ...info, lengths } satisfies Head))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  const draft = join(folder, `${NAME}.draft`)
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      for (const buffer of [size, head, ...parts.flat()]) await file.writeFile(buffer)
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
    const headSize = size < 4 ? 0 : Buffer.from(bytesAt(file, 0, 4)).readUInt32LE()
    const start = 4 + headSize
    const head = start > size ? null : headOf(Buffer.from(bytesAt(file, 4, headSize)))
    const code = head?.code
    if (head === null || code?.layout !== layout) return null
    let end = start
    const parts = head.lengths.map((length) => {
      const from = end
      end += length
      return partOf(file, from, length)
    })
    return end === size ? read({ ...head, code }, parts) : null
  } finally {
    closeSync(file)
  }
}

function partOf(file: number, from: number, length: number): SnapshotBytes {
  let at = from
  return {
    length,
    next(count) {
      at += count
      return bytesAt(file, at - count, count)
    },
  }
}

function bytesAt(file: number, from: number, length: number): ArrayBuffer {
  const bytes = new Uint8Array(length)
  for (let done = 0; done < length;) {
    const count = readSync(file, bytes, done, length - done, from + done)
    if (count === 0) break
    done += count
  }
  return bytes.buffer
}

/** An earlier version of the shop named its build, and no code. */
function headOf(bytes: Buffer): (Omit<Head, 'code'> & Partial<Head>) | null {
  try {
    return JSON.parse(bytes.toString()) as Head
  } catch {
    return null
  }
}
