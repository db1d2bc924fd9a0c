import { setImmediate } from 'node:timers/promises'
import type { Socket } from 'node:net'
import { noteHeldBack } from '../hardening/unread-answers.ts'

/**
 * The pieces of an answer that is made already, each when the caller takes it, and others are answered in between: handed
 * over at once, fifty megabytes take 50 ms and more where the caller is as fast as the process.
 * @param socket of the caller, for whom the pieces are kept
 */
export async function* pacedPieces<Piece extends string | Buffer>(
  socket: Socket,
  pieces: readonly Piece[],
): AsyncGenerator<Piece> {
  let left = pieces.reduce((length, piece) => length + piece.length, 0)
  try {
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) await setImmediate()
      left -= piece.length
      noteHeldBack(socket, left)
      yield piece
    }
  } finally {
    noteHeldBack(socket, 0)
  }
}
