// Unpacks a workbook in a process of its own, because that takes seconds and much memory, and may end it. The workbook
// comes by the standard input; its sheet goes to the standard output as CSV, and what else there is to say to the
// parent.
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import readWorkbook from 'read-excel-file/node'

/** Text within which lines are broken by U+2028, so that each row of the sheet is one line. */
const LINE_BREAK = /\r\n?|\n/g
const PIECE_CHARACTERS = 512 * 1024
/** A cell in a column behind XFD or a row of more than seven digits: all that is before it would be filled with nothing. */
const BEYOND_A_SHEET = /\sr=["'](?:[A-Za-z]{4}|[A-Za-z]{0,3}\d{8})/

/** @param {object} message */
const post = (message) => process.send?.(message)

const { sheet, maxUnpackedBytes, maxEntries, maxCsvCharacters, maxColumns } = JSON.parse(process.argv[2] ?? '{}')

class Refused extends Error {}

/**
 * Unpacks every part once within bounds: what a part says of its own size need not be true.
 * @param {Buffer} archive
 */
function checkSize(archive) {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end === -1) throw new Refused('broken')
  const count = archive.readUInt16LE(end + 10)
  if (count > maxEntries) throw new Refused('large')
  let at = archive.readUInt32LE(end + 16)
  let left = maxUnpackedBytes
  for (let entry = 0; entry < count; entry += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Refused('broken')
    const isPacked = archive.readUInt16LE(at + 10) !== 0
    const packedBytes = archive.readUInt32LE(at + 20)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const part = archive.subarray(start, start + packedBytes)
    if (left <= 0) throw new Refused('large')
    const unpacked = isPacked ? inflateRawSync(part, { maxOutputLength: left }) : part
    if (BEYOND_A_SHEET.test(unpacked.toString('latin1'))) throw new Refused('large')
    left -= unpacked.length
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
}

/** Writes the few numbers out that JavaScript gives an exponent. */
const WITHOUT_EXPONENT = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

/**
 * Without the noise of binary fractions: with the 15 digits that spreadsheets keep, so that no number of an article
 * changes. Three decimals get a fourth, so that the point cannot be taken for thousands.
 * @param {string} text
 */
function numberText(text) {
  const number = Number(Number(text).toPrecision(15))
  const plain = String(number)
  const rounded = plain.includes('e') ? WITHOUT_EXPONENT.format(number) : plain
  return /^-?\d+\.\d{3}$/.test(rounded) ? `${rounded}0` : rounded
}

/** @param {unknown} value */
function cellText(value) {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  const text = String(value).replace(LINE_BREAK, '\u2028')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Whether a sheet has a table: at least two rows of at least two cells.
 * @param {readonly (readonly unknown[])[]} rows
 */
function isFilled(rows) {
  return rows.filter((row) => row.filter((cell) => cell !== null).length > 1).length > 1
}

try {
  const archive = await buffer(process.stdin)
  checkSize(archive)
  const sheets = await readWorkbook(archive, { parseNumber: numberText })
  const filled = sheets.filter(({ data }) => isFilled(data))
  const chosen = sheets.find((each) => each.sheet === sheet) ?? filled[0] ?? sheets[0]
  if (chosen === undefined) throw new Refused('broken')
  let text = ''
  let characters = 0
  for (const row of chosen.data) {
    if (row.length > maxColumns) throw new Refused('large')
    text += `${row.map(cellText).join(',')}\n`
    if (text.length < PIECE_CHARACTERS) continue
    characters += text.length
    if (characters > maxCsvCharacters) throw new Refused('large')
    process.stdout.write(text)
    text = ''
  }
  process.stdout.write(text)
  post({ sheet: chosen.sheet, sheets: filled.map((each) => each.sheet) })
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  const isTooLarge = code === 'ERR_BUFFER_TOO_LARGE' || message === 'large'
  post({ refused: isTooLarge ? 'large' : 'broken' })
}
// The channel would keep the process alive.
process.disconnect()
