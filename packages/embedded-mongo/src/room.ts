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

/** What a document takes in its page beside its bytes: its key, and where it stands; rounded up. */
const besideBytes = 48

/** At most so many new pages a commit takes: LMDB changes no page in place, but copies it with those above it. */
function pagesFor(writes: readonly { readonly bytes: Buffer | undefined }[], stats: FileStats): number {
  let added = 0
  for (const { bytes } of writes) if (bytes !== undefined) added += pagesOf(bytes.length, stats.pageSize)
  added = Math.ceil(added)
  const leaves = Math.min(writes.length, stats.treeLeafPageCount)
  const branches = Math.min(writes.length * stats.treeDepth, stats.treeBranchPageCount)
  // The list of free pages has 8 bytes for each, and is written anew, too.
  return leaves + branches + added + Math.ceil(added / 50) + Math.ceil(stats.lastPageNumber / 500) + 64
}

/**
 * How much of pages a new document of so many bytes takes at most. LMDB divides a full page so that a third of it may
 * stay: of documents that fit in twice, but not three times, each gets a page to itself. One that does not fit in twice
 * has pages of its own.
 */
function pagesOf(length: number, pageSize: number): number {
  const [inTree, own] =
    length + besideBytes < pageSize / 2 ? [length, 0] : [0, Math.ceil((length + besideBytes) / pageSize)]
  return own + (3 * (inTree + besideBytes)) / pageSize
}
