import { HIDDEN_CHARACTERS } from '#platform/text/hidden-characters'
import { isLocalUrl } from '#platform/remote-file/public-address'
import { wordsOf } from '../reading/header-words.ts'
import { dayOf, isDate, isShortenedNumber } from './doubtful-cells.ts'
import { suggestCategory } from './our-categories.ts'
import { SOLD, SOLD_OUT } from './stock-words.ts'

/** Why a cell is not valid; the message is shown beside the row. */
export class CellRefused extends Error {
  override readonly name = 'CellRefused'
}

/** The shop's categories (specification 2, section 3). */
export const CATEGORIES: readonly string[] = [
  'printers',
  'photo-printers',
  'scanners',
  'pos-systems',
  'barcode-scanners',
  'business-solutions',
  'supplies',
]
const TAGS: readonly string[] = ['bestseller', 'new', 'sale']
const MAX_IMAGES = 20
const MAX_FEATURES = 50
const SUPPLY_COLORS: readonly string[] = ['black', 'cyan', 'magenta', 'yellow', 'color', 'all']
const MAX_FITS = 200
const MAX_SPECIFICATIONS = 10_000
/** The characters of pairs together, and the number of pairs, or of lines of a text. */
const MAX_JSON = 64 * 1024
const MAX_LINES = 200
const MAX_YIELD = 10_000_000
/** http(s), a path on this site, or a plain file name; never a script, data or another host without a scheme. */
const IMAGE = /^(https?:\/\/\S+|\/[^/\s]\S*|\w[\w .()-]*)$/i
/** Half of a character, such as the first 16 bits of an emoji, which JSON in a cell can name. */
const HALF_CHARACTER = /\p{Surrogate}/u
/** Not only what has no width, marks alone, fillers, or the blank Braille pattern. */
const isVisible = (text: string): boolean => /[^\p{Z}\p{C}\p{M}\p{DI}\u2800]/u.test(text)

/** What most cells are, in which neither control characters nor halves of characters need to be looked for. */
const PLAIN = /^[ -~]*$/

/** The text of a cell, with each accented letter as one character, as forms give it. */
export function readText(field: string, cell: string, max: number): string {
  const isPlain = PLAIN.test(cell)
  if (!isPlain && HIDDEN_CHARACTERS.test(cell)) throw new CellRefused(`${field} must not contain control characters`)
  if (!isPlain && HALF_CHARACTER.test(cell)) throw new CellRefused(`${field} must not contain halves of characters`)
  const text = isPlain ? cell : cell.normalize()
  if (text.length > max)
    throw new CellRefused(
      `${field} has ${text.length.toLocaleString('en-US')} characters, at most ${max.toLocaleString('en-US')} are possible`,
    )
  return text
}

const BREAKS = /[\r\n\t\u2028\u2029]+/

/** Text in one line: line breaks and tabs become spaces. */
export function readLine(field: string, cell: string, max: number): string {
  if (!BREAKS.test(cell)) return readText(field, cell.trim(), max)
  const parts = cell.split(BREAKS).map((part) => part.trim())
  return readText(field, parts.filter((part) => part !== '').join(' '), max)
}

const TRUE = /^(true|1|yes|y|x|ja|j|oui|o|on|si|wahr|vrai|verdadero)$/
const FALSE = /^(false|0|no|n|nein|non|off|falsch|faux|falso)$/

/** "true or 1" (specification 2, section 5), and how people say it in other languages. */
export function readFlag(field: string, cell: string): boolean {
  const words = wordsOf(cell)
  if (TRUE.test(words)) return true
  if (FALSE.test(words)) return false
  if (field === 'inStock' && SOLD.test(words)) return true
  if (field === 'inStock' && SOLD_OUT.test(words)) return false
  throw new CellRefused(`${field} must be true, 1, false or 0, not "${shortened(cell)}"`)
}

/** @param matches what staff have said about values of this column */
export function readCategory(cell: string, matches: ReadonlyMap<string, string>): string {
  const category = matches.get(cell) ?? suggestCategory(cell, CATEGORIES)
  if (category === null)
    throw new CellRefused(`category must be one of ${CATEGORIES.join(', ')}, not "${shortened(cell)}"`)
  return category
}

/** The number of a product. @throws CellRefused when a spreadsheet has shortened it: it could be that of another product */
export function readSku(cell: string, warn: (warning: string) => void): string {
  if (isShortenedNumber(cell))
    throw new CellRefused(`sku "${shortened(cell)}" was shortened by a spreadsheet: format the column as text there`)
  if (isDate(cell)) warn(`The SKU “${cell}” looks like a date: a spreadsheet may have changed it.`)
  return readLine('sku', cell, 64)
}

/** At most 200 characters. @param how.warn takes what staff should look at @throws CellRefused */
export function readName(
  cell: string,
  { today, warn }: { readonly today: Date; readonly warn: (warning: string) => void },
): string {
  if (!isVisible(cell)) throw new CellRefused('name must have a letter, a digit or a sign that can be seen')
  const isDay = /^\d{5}$/.test(cell) && dayOf(Number(cell), today) !== null
  if (isDay || isDate(cell) || isShortenedNumber(cell))
    warn(`The name “${cell}” looks like a date or a number: a spreadsheet may have changed it.`)
  return readLine('name', cell, 200)
}

/**
 * An EAN, UPC or GTIN, also with the ".0" of a program that took it for an amount; null for what is none, such as
 * "4,0E+12" of a spreadsheet that has shortened it, or nothing but zeros, with which lists fill the cell of a product
 * that has no EAN.
 * @param warn takes what staff should look at: digits that are left out
 */
export function readGtin(cell: string, warn?: (warning: string) => void): string | null {
  const digits = cell.replaceAll(/[\s-]/g, '').replace(/[.,]0+$/, '')
  if (/^0+$/.test(digits)) return null
  if (/^\d{8,14}$/.test(digits)) return digits
  if (isShortenedNumber(cell)) warn?.(`The EAN “${cell}” is left out: a spreadsheet has shortened it.`)
  else if (/\d/.test(cell)) warn?.(`The EAN “${shortened(cell)}” is left out: it does not have 8 to 14 digits alone.`)
  return null
}

/**
 * Where a picture is. One in a local network is left out with a warning: every visitor's browser would ask for it there.
 * @param warn takes what staff should look at
 */
export function readImage(field: string, cell: string, warn: (warning: string) => void): string | undefined {
  if (cell.length > 500 || HIDDEN_CHARACTERS.test(cell) || HALF_CHARACTER.test(cell) || !IMAGE.test(cell))
    throw new CellRefused(`${field} must be an http(s) address or an uploaded image, not "${shortened(cell)}"`)
  if (!isLocalUrl(cell)) return cell
  warn(`The picture "${shortened(cell)}" is left out: only a local network has this address.`)
  return undefined
}

/** Values with pipes between them, or a JSON list, in which a value can have a pipe itself. */
function readList(field: string, cell: string): string[] {
  if (/^\[\s*"/.test(cell)) return readJsonList(field, cell)
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function readJsonList(field: string, cell: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(cell)
  } catch {
    throw new CellRefused(`${field} begins like a JSON list and is not valid JSON`)
  }
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    throw new CellRefused(`${field} must be a list of texts`)
  return value as string[]
}

/** undefined when none of them is left. */
export function readImages(cell: string, warn: (warning: string) => void): string[] | undefined {
  const images = readList('images', cell)
  if (images.length > MAX_IMAGES)
    throw new CellRefused(`images has ${images.length} addresses, at most ${MAX_IMAGES} are possible`)
  const left = images.map((image) => readImage('images', image, warn)).filter((image) => image !== undefined)
  return left.length === 0 && images.length > 0 ? undefined : left
}

/** @throws CellRefused for too many, or one that is too long */
export function readFeatures(cell: string): string[] {
  const features = readList('features', cell)
  if (features.length > MAX_FEATURES)
    throw new CellRefused(`features has ${features.length} entries, at most ${MAX_FEATURES} are possible`)
  return features.map((feature) => readLine('features', feature, 300))
}

/** Each tag once, in lower case. @throws CellRefused for one that the shop does not know */
export function readTags(cell: string): string[] {
  const tags = [...new Set(readList('tags', cell).map((tag) => tag.toLowerCase()))]
  const unknown = tags.find((tag) => !TAGS.includes(tag))
  if (unknown !== undefined) throw new CellRefused(`tags must be of ${TAGS.join(', ')}, not "${shortened(unknown)}"`)
  return tags
}

/** The models that a supply fits, with pipes between them, because names have commas. */
export function readFits(cell: string): string[] {
  const fits = [...new Set(readList('fits', cell))]
  if (fits.length > MAX_FITS) throw new CellRefused(`fits has ${fits.length} models, at most ${MAX_FITS} are possible`)
  return fits.map((model) => readLine('fits', model, 200))
}

/** "1,500", "1.500", "12 000": pages are whole, so that a separator in them groups digits. */
const GROUPED_PAGES = /^\d{1,3}(?:[.,'’\s]\d{3})+$/u

/** How many pages a supply prints. @throws CellRefused */
export function readYield(cell: string): number {
  const digits = GROUPED_PAGES.test(cell) ? cell.replaceAll(/\D/g, '') : cell
  const pages = /^\d{1,8}$/.test(digits) ? Number(digits) : 0
  if (pages < 1 || pages > MAX_YIELD)
    throw new CellRefused(
      `pageYield must be a whole number from 1 to ${MAX_YIELD.toLocaleString('en-US')}, not "${shortened(cell)}"`,
    )
  return pages
}

/** @throws CellRefused for a color that the shop does not know */
export function readSupplyColor(cell: string): string {
  const color = cell.toLowerCase()
  if (!SUPPLY_COLORS.includes(color))
    throw new CellRefused(`supplyColor must be one of ${SUPPLY_COLORS.join(', ')}, not "${shortened(cell)}"`)
  return color
}

/**
 * A JSON object, lines of `Key: Value` (also in one line, separated by pipes), or text as it is. A JSON text is the
 * text in it, also where that would mean pairs.
 */
export function readSpecifications(cell: string): string | Record<string, string> {
  const read = readPairsOrText(cell)
  const count = typeof read === 'string' ? linesOf(read).length : Object.keys(read).length
  if (count > MAX_LINES)
    throw new CellRefused(
      `specifications has ${count.toLocaleString('en-US')} lines, at most ${MAX_LINES} are possible`,
    )
  return read
}

function readPairsOrText(cell: string): string | Record<string, string> {
  readText('specifications', cell, cell.startsWith('{') ? MAX_JSON : MAX_SPECIFICATIONS)
  if (cell.startsWith('{')) return readJson(cell)
  const quoted = textInJson(cell)
  if (quoted !== null) return readText('specifications', quoted, MAX_SPECIFICATIONS)
  const lines = linesOf(cell.replaceAll('|', '\n'))
  const pairs: [name: string, value: string][] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trimEnd()
    const value = line.slice(colon + 1).trimStart()
    if (name === '' || name.length > 80 || value === '' || value.length > 500) return cell
    pairs.push([name, value])
  }
  return pairs.length > 0 ? Object.fromEntries(pairs) : cell
}

function textInJson(cell: string): string | null {
  if (!/^".*"$/s.test(cell)) return null
  try {
    return String(JSON.parse(cell))
  } catch {
    return null
  }
}

/** The lines that are not blank, without the space around them. */
function linesOf(cell: string): string[] {
  return cell
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function readJson(cell: string): Record<string, string> {
  let value: unknown
  try {
    value = JSON.parse(cell)
  } catch {
    throw new CellRefused('specifications begins like JSON and is not valid JSON')
  }
  const pairs = Object.entries(value as object)
  if (pairs.some(([name, each]) => name.length > 80 || typeof each === 'object' || String(each).length > 500)) {
    throw new CellRefused('specifications must be names with plain values')
  }
  const line = (text: string, max: number) => readLine('specifications', text, max)
  return Object.fromEntries(pairs.map(([name, each]) => [line(name, 80), line(String(each), 500)]))
}

/** As much of a cell as a message can show. */
export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
