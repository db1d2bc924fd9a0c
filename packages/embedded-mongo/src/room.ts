import { accessSync, closeSync, constants, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs'

const stepBytes = 1024 * 1024

/** What LMDB says about a file; the parts that tell how many pages a commit may need. */
export interface FileStats {
  readonly pageSize: number
  readonly lastPageNumber: number
  readonly treeDepth: number
  readonly treeBranchPageCount: number
  readonly treeLeafPageCount: number
}

/**
 * Room for the next commit at the end of LMDB's file. LMDB itself must never meet a full disk: where it reports one, it
 * writes beyond the end of a buffer, and the process dies of that sooner or later. Therefore the pages that a commit may
 * need are written with zeros before; pages that the disk holds already can be written again.
 */
export class Room {
  readonly #path: string
  #bytes: number

  constructor(path: string) {
    this.#path = path
    this.#bytes = statSync(path).size
  }

  /** Makes sure that a commit of some writes finds room. Throws the system's error when there is none, or no writing. */
  ensure(writes: readonly { readonly bytes: Buffer | undefined }[], stats: FileStats): void {
    accessSync(this.#path, constants.W_OK)
    const end = (stats.lastPageNumber + 1 + pagesFor(writes, stats)) * stats.pageSize
    if (end > this.#bytes) this.#extend(end + stepBytes)
  }

  #extend(end: number): void {
    const file = openSync(this.#path, 'r+')
    try {
      const { size } = fstatSync(file)
      const zeros = Buffer.alloc(stepBytes)
      try {
        for (let at = size; at < end;) at += writeSync(file, zeros, 0, Math.min(stepBytes, end - at), at)
      } catch (error) {
        // Others write to the disk, too.
        ftruncateSync(file, size)
        throw error
      }
      this.#bytes = Math.max(size, end)
    } finally {
      closeSync(file)
    }
  }
}

/** At most so many new pages a commit takes: LMDB changes no page in place, but copies it with those above it. */
function pagesFor(writes: readonly { readonly bytes: Buffer | undefined }[], stats: FileStats): number {
  let bytes = 0
  for (const write of writes) bytes += write.bytes?.length ?? 0
  const leaves = Math.min(writes.length, stats.treeLeafPageCount)
  const branches = Math.min(writes.length * stats.treeDepth, stats.treeBranchPageCount)
  // Pages are filled by half at least. The list of free pages has 8 bytes for each, and is written anew, too.
  const added = Math.ceil((2 * bytes) / stats.pageSize)
  return leaves + branches + added + Math.ceil(added / 50) + Math.ceil(stats.lastPageNumber / 500) + 64
}
