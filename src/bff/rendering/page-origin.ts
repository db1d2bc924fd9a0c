import { randomUUID } from 'node:crypto'
import { makeAnswer, type Answer } from '../answers/answer.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const PAGE = { ...HTML, 'cache-control': 'no-cache' }
/** For a page that says that something is missing or away, as for every other error. */
const ERROR_PAGE = { ...HTML, 'cache-control': 'no-store' }

/** Holds the place of the shop's own origin in a rendered page. */
export const originMark = `https://${randomUUID()}.invalid`

/** A page in pieces, which follow each other. */
export interface PageText {
  /** The shop's origin belongs between these. It stands in the head alone. */
  readonly head: readonly string[]
  readonly rest: readonly string[]
}

/** A page as it is sent to those who asked at one origin. */
export interface WrittenPage {
  readonly origin: string
  readonly answer: Answer
  /** Where the origin stands in the answer's body, in bytes. */
  readonly places: readonly number[]
}

/** Writes the origin between the pieces of a rendered page's head. */
export function writtenPage({ head, rest }: PageText, origin: string, status: number): WrittenPage {
  const [start = '', ...further] = head
  const places: number[] = []
  let at = Buffer.byteLength(start)
  for (const piece of further) {
    places.push(at)
    at += Buffer.byteLength(origin) + Buffer.byteLength(piece)
  }
  const pieces = [start, ...further.flatMap((piece) => [origin, piece]), ...rest]
  return { origin, places, answer: answerOf(encode(pieces), status) }
}

/** As UTF-8, piece by piece. Those without other letters than ASCII's are copied, which takes a tenth of encoding them. */
function encode(pieces: readonly string[]): Buffer {
  const lengths = pieces.map((piece) => Buffer.byteLength(piece))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const [index, piece] of pieces.entries())
    at += bytes.write(piece, at, lengths[index] === piece.length ? 'latin1' : 'utf8')
  return bytes
}

/**
 * The page for an origin. Without PUBLIC_URL a shop has as many origins as its callers make up. A page is rendered and kept
 * for the first of them. For any other only the addresses in the head are replaced, which costs 1 ms and no memory.
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
  return makeAnswer(body, { status, headers: status === 200 ? PAGE : ERROR_PAGE })
}
