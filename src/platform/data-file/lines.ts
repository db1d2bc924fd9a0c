import { DataRefused } from './errors.ts'

const LINE_BREAK = 0x0a
/** A document has at most 16 MB, and extended JSON writes a list of numbers some four times as long. */
const MAX_LINE_BYTES = 96 * 1024 * 1024

/**
 * The lines of a stream, without their line breaks. What follows the last line break is given as a line of its own, with
 * `isWhole` false: a file that was cut ends in the middle of a line.
 * @throws DataRefused for a line that is longer than any document
 */
export async function* linesOf(
  stream: AsyncIterable<Buffer>,
): AsyncGenerator<{ readonly line: Buffer; readonly isWhole: boolean }> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
      yield { line: Buffer.concat([...pieces, chunk.subarray(from, at)]), isWhole: true }
      pieces = []
      length = 0
      from = at + 1
    }
    if (from === chunk.length) continue
    pieces.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE_BYTES) throw new DataRefused('The file is no export of the shop: a line is too long.')
  }
  if (length > 0) yield { line: Buffer.concat(pieces), isWhole: false }
}
