import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogCode } from './catalog-code.ts'

/** What a snapshot is good for. */
export interface SnapshotInfo {
  /** The code that made it. */
  readonly code: CatalogCode
  /** Everything that was committed before this time (ms), less the overlap of change times, is in it. */
  readonly goodForMs: number
}

interface Head extends SnapshotInfo {
  readonly lengths: readonly number[]
}

const NAME = 'snapshot'

/**
 * Writes parts into the snapshot's file, which is there as a whole or not at all. Nothing is waited for to reach the disk:
 * the parts have checksums of their own, and a snapshot that was damaged by a power cut is not used.
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

/** The snapshot's parts, each in one piece; null when there is none with this layout, or when it is not whole. */
export async function readSnapshot(
  folder: string,
  layout: string,
): Promise<{ readonly info: SnapshotInfo; readonly parts: readonly Buffer[] } | null> {
  let bytes: Buffer
  try {
    bytes = await readFile(join(folder, NAME))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  if (bytes.length < 4) return null
  const start = 4 + bytes.readUInt32LE()
  const head = headOf(bytes.subarray(4, start))
  const code = head?.code
  if (head === null || code?.layout !== layout) return null
  const parts: Buffer[] = []
  let offset = start
  for (const length of head.lengths) {
    parts.push(bytes.subarray(offset, offset + length))
    offset += length
  }
  return offset === bytes.length ? { info: { ...head, code }, parts } : null
}

/** An earlier version of the shop named its build, and no code. */
function headOf(bytes: Buffer): (Omit<Head, 'code'> & Partial<Head>) | null {
  try {
    return JSON.parse(bytes.toString()) as Head
  } catch {
    return null
  }
}
