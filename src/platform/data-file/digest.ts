import { createHash } from 'node:crypto'

/** How many documents a collection has, and a digest of them that does not depend on their order. */
export interface Tally {
  readonly documents: number
  readonly digest: string
}

export interface Tallying {
  /** @param text the document as extended JSON */
  add(text: string | Buffer): void
  result(): Tally
}

const BYTES = 32

/** Counts documents and adds up their SHA-256 digests by exclusive or: two databases return them in different orders. */
export function createTally(): Tallying {
  const sum = Buffer.alloc(BYTES)
  let documents = 0
  return {
    add(text) {
      const digest = createHash('sha256').update(text).digest()
      for (let at = 0; at < BYTES; at += 1) sum[at] = (sum[at] ?? 0) ^ (digest[at] ?? 0)
      documents += 1
    },
    result: () => ({ documents, digest: sum.toString('hex') }),
  }
}

/** Whether two databases hold the same: as many documents of each collection, with the same digest. */
export function isSame(one: Readonly<Record<string, Tally>>, other: Readonly<Record<string, Tally>>): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => one[name]?.documents === other[name]?.documents && one[name]?.digest === other[name]?.digest)
  )
}
