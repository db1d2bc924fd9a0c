import { analyse } from 'chardet'
import iconv from 'iconv-lite'

/** What the bytes of a text file mean, and how certain that is. */
export interface FoundEncoding {
  readonly encoding: string
  /** False when staff should look at the samples before they go on. */
  readonly isSure: boolean
  /** Other encodings that give readable text too, the likeliest first. */
  readonly others: readonly string[]
}

/** The encodings in which programs of the west save text, the most common one first. */
const WESTERN = ['windows-1252', 'iso-8859-15', 'macintosh', 'cp850'] as const
/** Letters and signs of price lists in English, German, French and Spanish, beyond ASCII. */
const LIKELY = /[äöüÄÖÜßéèêëàâçîïôùûœæÉÈÀÂÇÊÎÔŒñÑáíóúÁÍÓÚ¿¡€£®™©°²³±µ×–—’‘“”„«»…•½¼\u00a0\u202f]/u
const LETTER = /\p{L}/u
/** Bytes kept around letters beyond ASCII, from which the encoding is told. */
const MAX_EVIDENCE_BYTES = 64 * 1024
const CONTEXT_BYTES = 24
/** A mark at the beginning of a file that says how the rest is encoded. */
const MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

/** Finds the encoding of a file while its pieces pass by, in little memory. */
export class EncodingFinder {
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })
  #isUtf8 = true
  #isFirst = true
  #certain: string | null = null
  #evidence: Buffer[] = []
  #evidenceBytes = 0

  push(piece: Buffer): void {
    if (this.#isFirst) {
      this.#isFirst = false
      const mark = MARKS.find(([hex]) => piece.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex')))
      this.#certain = mark?.[1] ?? utf16Of(piece)
    }
    if (this.isUtf16) return
    if (this.#isUtf8) this.#checkUtf8(() => this.#utf8.decode(piece, { stream: true }))
    this.#collect(piece)
  }

  get isUtf16(): boolean {
    return this.#certain !== null && this.#certain !== 'utf-8'
  }

  end(): FoundEncoding {
    if (this.#certain !== null && this.#certain !== 'utf-8')
      return { encoding: this.#certain, isSure: true, others: [] }
    this.#checkUtf8(() => this.#utf8.decode())
    if (this.#isUtf8) return { encoding: 'utf-8', isSure: true, others: [] }
    return guess(Buffer.concat(this.#evidence))
  }

  #checkUtf8(decode: () => void): void {
    try {
      if (this.#isUtf8) decode()
    } catch {
      this.#isUtf8 = false
    }
  }

  #collect(piece: Buffer): void {
    for (let at = 0; at < piece.length && this.#evidenceBytes < MAX_EVIDENCE_BYTES; at += 1) {
      if ((piece[at] ?? 0) < 0x80) continue
      const part = Buffer.concat([piece.subarray(Math.max(0, at - CONTEXT_BYTES), at + CONTEXT_BYTES), LINE_END])
      this.#evidence.push(part)
      this.#evidenceBytes += part.length
      at += CONTEXT_BYTES - 1
    }
  }
}

const LINE_END = Buffer.from('\n')

/** UTF-16 without a mark has a zero byte beside each letter of English. */
function utf16Of(piece: Buffer): string | null {
  const part = piece.subarray(0, 2000)
  const zeros = [0, 0]
  part.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (even + odd <= part.length / 3) return null
  return odd >= even ? 'utf-16le' : 'utf-16be'
}

function guess(evidence: Buffer): FoundEncoding {
  const rated = WESTERN.map((encoding) => ({ encoding: encoding as string, score: likelihoodOf(evidence, encoding) }))
  rated.sort((a, b) => b.score - a.score)
  const [best, second] = rated
  const others = rated.slice(1).map(({ encoding }) => encoding)
  if (best !== undefined && best.score > 0.6)
    return { encoding: best.encoding, isSure: best.score > 0.9 && best.score > (second?.score ?? 0), others }
  // None of the western ones: the statistics know the letters of other languages.
  const found = analyse(evidence).find(({ name }) => iconv.encodingExists(name) && !/^(utf|ascii)/i.test(name))
  const name = found?.name.toLowerCase() ?? 'windows-1252'
  return { encoding: name, isSure: false, others: rated.map((each) => each.encoding).filter((each) => each !== name) }
}

/** Which share of the signs beyond ASCII is what price lists have, and stands where such a sign can stand. */
function likelihoodOf(evidence: Buffer, encoding: string): number {
  const text = iconv.decode(evidence, encoding)
  let signs = 0
  let good = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign < '\u0080') continue
    signs += 1
    if (!LIKELY.test(sign)) continue
    const before = text[at - 1] ?? ' '
    const after = text[at + 1] ?? ' '
    const isInWord = /[a-z]/i.test(before) && /[a-z]/i.test(after)
    // A capital within a word in small letters, or a sign in the middle of a word, comes from the wrong table.
    const isMisplaced =
      isInWord && sign !== '’' && (!LETTER.test(sign) || (/[a-z]/.test(before) && /\p{Lu}/u.test(sign)))
    good += isMisplaced ? 0 : 1
  }
  return signs === 0 ? 1 : good / signs
}

/**
 * The bytes of a file as text, piece by piece, without a byte order mark.
 * @throws TypeError when they are not valid in UTF-8 or UTF-16
 */
export async function* decodePieces(pieces: AsyncIterable<Buffer>, encoding: string): AsyncIterable<string> {
  if (encoding.startsWith('utf-')) {
    const decoder = new TextDecoder(encoding, { fatal: true })
    for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
    return
  }
  const decoder = iconv.getDecoder(encoding)
  for await (const piece of pieces) yield decoder.write(piece)
  yield decoder.end() ?? ''
}

/** Whether staff may choose it. */
export function isKnownEncoding(encoding: string): boolean {
  return /^[\w-]{2,20}$/.test(encoding) && iconv.encodingExists(encoding)
}
