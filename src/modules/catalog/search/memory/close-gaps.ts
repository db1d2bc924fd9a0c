/** How much of an array is looked at in one step: it takes some tenths of a millisecond. */
const WINDOW = 64 * 1024
/** A number above those of all pieces. */
const PIECES = 2 ** 32

/** Pieces of one array, between which there are gaps. */
export interface Pieces {
  /** Where the first of them may begin, and where the last one ends at most. */
  readonly first: number
  readonly end: number
  /** Where each begins, by its number. */
  readonly starts: Uint32Array
  /** How much room a piece takes; 0 for one that has none. */
  sizeOf(piece: number): number
  /** Moves what is in a piece to a place before it, which may overlap it. */
  move(piece: number, to: number): void
}

/**
 * Moves the pieces together, in the array itself and in the order in which they lie: arrays that are replaced stay until
 * the next collection of old objects. Between two steps all of them can be read.
 * @param isStopped asked between two steps: what lay in the gaps so far is at no place any more then
 * @returns where the last one ends now; null when it was stopped
 */
export function* closeGaps(pieces: Pieces, isStopped: () => boolean): Generator<void, number | null> {
  let to = pieces.first
  for (let from = pieces.first; from < pieces.end; from += WINDOW) {
    for (const key of sortedFrom(pieces, from)) {
      const piece = key % PIECES
      if (pieces.starts[piece] !== to) pieces.move(piece, to)
      to += pieces.sizeOf(piece)
    }
    yield
    if (isStopped()) return null
  }
  return to
}

/** The pieces that begin in the next window, in their order: each with its distance from there above its number. */
function sortedFrom({ starts, sizeOf }: Pieces, from: number): Float64Array {
  const found = new Float64Array(WINDOW)
  let count = 0
  for (let piece = 0; piece < starts.length; piece++) {
    const distance = (starts[piece] as number) - from
    if (distance >= 0 && distance < WINDOW && sizeOf(piece) > 0) found[count++] = distance * PIECES + piece
  }
  return found.subarray(0, count).sort()
}
