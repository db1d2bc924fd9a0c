import type { SnapshotBytes } from '../snapshot.ts'

/** Bytes in memory, to be read as those of a file are. */
export function bytesOf(bytes: Uint8Array): SnapshotBytes {
  let at = 0
  return {
    length: bytes.length,
    next(length, room = length) {
      const next = new Uint8Array(room)
      next.set(bytes.subarray(at, (at += length)))
      return next.buffer
    },
  }
}
