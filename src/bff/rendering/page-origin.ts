import { randomUUID } from 'node:crypto'
import { makeAnswer, type Answer } from '../answers/answer.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }

/** Stands in a drawn page where the shop's own origin belongs. */
export const originMark = `https://${randomUUID()}.invalid`

/** A page as it is sent to those who asked at one origin. */
export interface WrittenPage {
  readonly origin: string
  readonly answer: Answer
  /** Where the origin stands in the answer's body, in bytes. */
  readonly places: readonly number[]
}

/** Writes the origin between the pieces of a drawn page; the last one is nearly all of it, and is encoded once. */
export function writtenPage(pieces: readonly string[], origin: string, status: number): WrittenPage {
  const places: number[] = []
  let at = 0
  for (const piece of pieces.slice(0, -1)) {
    at += Buffer.byteLength(piece)
    places.push(at)
    at += Buffer.byteLength(origin)
  }
  const page = pieces.reduce((before, piece) => before + origin + piece)
  return { origin, places, answer: answerOf(Buffer.from(page), status) }
}

/**
 * The page for an origin. Without PUBLIC_URL a shop has as many origins as its callers make up. A page is drawn and kept
 * for the one that asked first; for another one only the addresses in its head are exchanged, which costs 1 ms instead of
 * a drawing, and no memory.
 */
export function answerFor(page: WrittenPage, origin: string): Answer {
  if (page.origin === origin) return page.answer
  const { body, status } = page.answer
  const length = Buffer.byteLength(page.origin)
  const starts = [0, ...page.places.map((place) => place + length)]
  const pieces = starts.map((start, index) => body.subarray(start, page.places[index]))
  const name = Buffer.from(origin)
  return answerOf(Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [name, piece]))), status)
}

function answerOf(body: Buffer, status: number): Answer {
  return makeAnswer(body, { status, headers: HTML })
}
