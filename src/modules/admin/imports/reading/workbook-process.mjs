// Unpacks a workbook in a process of its own, because that takes seconds and much memory, and may end it. The workbook
// comes by the standard input; its sheet goes to the standard output as CSV, and what else there is to say to the
// parent.
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'

/** Text within which lines are broken by U+2028, so that each row of the sheet is one line. */
const LINE_BREAK = /\r\n?|\n/g
const PIECE_CHARACTERS = 512 * 1024
/** Bytes of a sheet within which its cells are changed at once. */
const CHANGED_BYTES = 1024 * 1024
/** A cell in a column behind XFD or a row of more than seven digits: all that is before it would be filled with nothing. */
const BEYOND_A_SHEET = /\sr=["'](?:[A-Za-z]{4}|[A-Za-z]{0,3}\d{8})/

/** @param {object} message */
const post = (message) => process.send?.(message)

const { sheet, maxUnpackedBytes, maxEntries, maxCsvCharacters, maxColumns, currency, notCalculated } = JSON.parse(
  process.argv[2] ?? '{}',
)

class Refused extends Error {}

const STYLES = 'xl/styles.xml'

const SHEETS = 'xl/worksheets/'
/** How a cell begins whose formula has failed; `read-excel-file` would take it for an empty one. */
const FAILED_CELL = /<c\s(?:[^<>]*\s)?t=(["'])e\1/g
/** A cell with a formula and no value, as programs write it that calculate nothing; that of an empty text has its type. */
const BARE_FORMULA =
  /<c(?![^<>]*\st=["']str["'])((?:\s[^<>]*)?)>\s*<f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/f>)(?:\s*(?:<v\s*\/>|<v>\s*<\/v>))?\s*<\/c>/g

/**
 * Unpacks every part once within bounds: what a part says of its own size need not be true.
 * @param {Buffer} archive
 * @returns what it says of the formats of its cells, and whether formulas have failed or were never calculated
 */
function checkSize(archive) {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end === -1) throw new Refused('broken')
  const count = archive.readUInt16LE(end + 10)
  if (count > maxEntries) throw new Refused('large')
  let at = archive.readUInt32LE(end + 16)
  let left = maxUnpackedBytes
  let styles = ''
  let hasFailed = false
  for (let entry = 0; entry < count; entry += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Refused('broken')
    const isPacked = archive.readUInt16LE(at + 10) !== 0
    const packedBytes = archive.readUInt32LE(at + 20)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const part = archive.subarray(start, start + packedBytes)
    if (left <= 0) throw new Refused('large')
    const unpacked = isPacked ? inflateRawSync(part, { maxOutputLength: left }) : part
    const text = unpacked.toString('latin1')
    if (BEYOND_A_SHEET.test(text)) throw new Refused('large')
    left -= unpacked.length
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28))
    if (name === STYLES) styles = String(unpacked)
    hasFailed ||= name.startsWith(SHEETS) && [FAILED_CELL, BARE_FORMULA].some((cell) => text.search(cell) !== -1)
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return { styles, hasFailed }
}

const FORMAT = /<numFmt\s[^>]*>/g
const CELL_FORMATS = /<cellXfs[\s>].*?<\/cellXfs>/s
const CELL_FORMAT = /<xf\s[^>]*>/g

/**
 * A cell of one of these styles with a number.
 * @param {Iterable<string>} styles
 */
const numberOf = (styles) =>
  new RegExp(
    `<c(?=[^>]*\\ss="(?:${[...styles].join('|')})")(\\s[^>]*)>((?:<f[^>]*/>|<f[^>]*>[^<]*</f>)?)<v>([-+\\d.eE]+)</v>`,
    'g',
  )

/**
 * The value of an XML element's attribute; undefined when it has none.
 * @param {string} tag
 * @param {string} name
 */
const attribute = (tag, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** @param {string} text */
const unescaped = (text) => text.replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')

/** What a format has beside its texts: room as wide as a sign, a sign that fills the cell, colors and conditions. */
const BESIDE_TEXT = /[_*].|\[(?!\$)[^\]]*\]/gsu

/**
 * The currency that a format names: "€" of `#,##0.00\ "€"` and of `[$€-407]`; null for most formats.
 * @param {string} code
 */
function currencyIn(code) {
  const [positive = ''] = code.split(';')
  const texts = positive
    .replace(BESIDE_TEXT, '')
    .replace(/\[\$([^\]-]*)[^\]]*\]/gu, ' $1 ')
    .replaceAll(/[\\"]/g, ' ')
  return new RegExp(currency, 'iu').exec(texts)?.[0] ?? null
}

/**
 * What the shop needs to see of numbers and stands in the formats of their cells alone, by style: with how many digits
 * they are shown, where that is a format such as "00000" of article numbers, or in which currency.
 * @param {string} styles
 * @returns {Map<string, { readonly digits: number } | { readonly sign: string }>}
 */
function shownFormats(styles) {
  const shown = new Map()
  for (const [tag] of styles.matchAll(FORMAT)) {
    const code = unescaped(attribute(tag, 'formatCode') ?? '')
    const sign = currencyIn(code)
    if (/^0{2,}$/.test(code)) shown.set(attribute(tag, 'numFmtId'), { digits: code.length })
    else if (sign !== null) shown.set(attribute(tag, 'numFmtId'), { sign })
  }
  const formats = CELL_FORMATS.exec(styles)?.[0].match(CELL_FORMAT) ?? []
  return new Map(
    formats.flatMap((tag, style) => {
      const format = shown.get(attribute(tag, 'numFmtId'))
      return format === undefined ? [] : [[String(style), format]]
    }),
  )
}

/** Between an amount and its currency; `rules/row-cells.ts` takes both off again where a cell is no amount. */
const NARROW_SPACE = '\u202f'

/**
 * A number as its format shows it; null where that is no more than the number.
 * @param {string} number
 * @param {{ readonly digits: number } | { readonly sign: string }} format
 */
function shownNumber(number, format) {
  if ('sign' in format) return latin1(`${numberText(number)}${NARROW_SPACE}${format.sign}`)
  return /^\d+$/.test(number) && number.length < format.digits ? number.padStart(format.digits, '0') : null
}

/**
 * The bytes of a text, as they stand in what is read of a sheet.
 * @param {string} text
 */
const latin1 = (text) => Buffer.from(text).toString('latin1')

/**
 * The workbook with such numbers, and what formulas have no value for, as text; the same where it has none.
 * @param {Buffer} archive
 * @param {{ readonly styles: string, readonly hasFailed: boolean }} found
 */
function withShownText(archive, { styles, hasFailed }) {
  const formats = shownFormats(styles)
  if (formats.size === 0 && !hasFailed) return archive
  const shownCell = numberOf(formats.keys())
  let left = maxUnpackedBytes
  const parts = unzipSync(archive, {
    // Room is made for what a part says of its size.
    filter({ originalSize }) {
      left -= originalSize
      if (left < 0) throw new Refused('large')
      return true
    },
  })
  for (const [name, part] of Object.entries(parts)) {
    if (!name.startsWith(SHEETS)) continue
    parts[name] = rowByRow(Buffer.from(part.buffer, part.byteOffset, part.length), (rows) =>
      rows
        .replace(FAILED_CELL, (tag) => `${tag.slice(0, -2)}str${tag.slice(-1)}`)
        .replace(BARE_FORMULA, (_cell, attributes) => `<c${asText(attributes)}><v>${notCalculated}</v></c>`)
        .replace(shownCell, (cell, attributes, formula, number) => {
          const format = formats.get(attribute(attributes, 's') ?? '')
          const isNumber = (attribute(attributes, 't') ?? 'n') === 'n'
          const text = format === undefined || !isNumber ? null : shownNumber(number, format)
          return text === null ? cell : `<c${asText(attributes)}>${formula}<v>${text}</v>`
        }),
    )
  }
  // It is unpacked at once.
  return Buffer.from(zipSync(parts, { level: 0 }))
}

/**
 * Changes some rows of a sheet after the other: while a text is changed, all that is found in it is held at once, which
 * would take more memory than the sheet.
 * @param {Buffer} sheet
 * @param {(rows: string) => string} change
 */
function rowByRow(sheet, change) {
  const changed = []
  for (let at = 0; at < sheet.length;) {
    const next = sheet.indexOf('</row>', at + CHANGED_BYTES)
    const end = next === -1 ? sheet.length : next
    changed.push(Buffer.from(change(sheet.toString('latin1', at, end)), 'latin1'))
    at = end
  }
  return Buffer.concat(changed)
}

/**
 * The attributes of a cell, whose value is a text from here on.
 * @param {string} attributes
 */
const asText = (attributes) => `${attributes.replace(/\st=(["'])\w*\1/, '')} t="str"`

/** Writes the few numbers out that JavaScript gives an exponent. */
const WITHOUT_EXPONENT = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

/**
 * Without the noise of binary fractions: with the 15 digits that spreadsheets keep, so that no number of an article
 * changes. Three decimals get more, so that the point cannot be taken for thousands; where a number is an article's, they
 * are taken off again (rules/row-cells.ts).
 * @param {string} text
 */
function numberText(text) {
  const number = Number(Number(text).toPrecision(15))
  const plain = String(number)
  const rounded = plain.includes('e') ? WITHOUT_EXPONENT.format(number) : plain
  return /^-?\d+\.\d{3}$/.test(rounded) ? `${rounded}000000` : rounded
}

/**
 * The day of a cell; where no calendar of a spreadsheet has it, an error as a formula gives one for such a day.
 * @param {Date} value
 */
function dayText(value) {
  const text = Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : '#NUM!'
}

/** @param {unknown} value */
function cellText(value) {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dayText(value)
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
  const sheets = await readWorkbook(withShownText(archive, checkSize(archive)), { parseNumber: numberText })
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
