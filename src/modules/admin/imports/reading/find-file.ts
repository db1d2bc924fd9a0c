import iconv from 'iconv-lite'
import { FileRefused } from '../errors.ts'
import type { EncodingChoice } from '../import.ts'
import { EncodingFinder, type FoundEncoding } from './encodings.ts'
import { inspect, type Inspection } from './inspect.ts'

/** A stored file as it is understood, and what else it could be. */
export interface FoundFile extends Inspection {
  readonly encodings: readonly EncodingChoice[]
  readonly isEncodingSure: boolean
  /** The sheet of a workbook that is read, and all of its sheets with a table. */
  readonly sheet: string | null
  readonly sheets: readonly string[]
}

const SAMPLES = 3
/** Up to three words of a cell. */
const WORDS = /[^\s;,|"]+(?: [^\s;,|"]{1,20}){0,2}/gu
/** By words with such letters staff see whether a file is read correctly. */
const BEYOND_ASCII = /[^\p{ASCII}\u00a0]/u

/**
 * Inspects a stored file in the encoding that was found.
 * @param delimiter where it is known
 * @throws FileRefused @throws FileTooLarge
 */
export async function findFile(
  open: () => AsyncIterable<Buffer>,
  found: FoundEncoding,
  delimiter?: string,
): Promise<FoundFile> {
  const inspection = { ...(await inspect(open, found.encoding, delimiter)), sheet: null, sheets: [] }
  if (found.encoding.startsWith('utf-')) return { ...inspection, encodings: [], isEncodingSure: true }
  const words = await wordsBeyondAscii(open)
  const encodings = [found.encoding, ...found.others].map((encoding) => ({
    encoding,
    samples: words.map((word) => iconv.decode(word, encoding)),
  }))
  return { ...inspection, encodings, isEncodingSure: found.isSure }
}

/** Finds the encoding of bytes that pass by, and refuses what is no text. @throws FileRefused */
export async function findEncoding(pieces: AsyncIterable<Buffer>): Promise<FoundEncoding> {
  const finder = new EncodingFinder()
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst && BINARY.some((start) => piece.subarray(0, start.length).equals(start))) throw FileRefused.notText()
    isFirst = false
    finder.push(piece)
    // A single zero byte in a text only makes its row fail; see `readText`.
    if (piece.includes(0) && !finder.isUtf16 && looksLikeData(piece)) throw FileRefused.notText()
  }
  return finder.end()
}

async function wordsBeyondAscii(open: () => AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const words = new Set<string>()
  for await (const piece of open()) {
    for (const [word] of piece.toString('latin1').matchAll(WORDS)) {
      if (BEYOND_ASCII.test(word)) words.add(word.slice(0, 60))
      if (words.size === SAMPLES) break
    }
    if (words.size === SAMPLES) break
  }
  return [...words].map((word) => Buffer.from(word, 'latin1'))
}

/** First bytes of archives, pictures and documents that were renamed to .csv. */
const BINARY = ['504b0304', 'd0cf11e0', '89504e47', 'ffd8ff', '25504446', '1f8b', '47494638', '7f454c46'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

/** Whether there are more control characters than a text with a few mistakes has. */
function looksLikeData(piece: Buffer): boolean {
  const controls = piece.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0)
  return controls > Math.max(2, piece.length / 500)
}
