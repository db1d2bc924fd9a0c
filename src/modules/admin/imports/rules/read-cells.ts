import { parseDecimal } from '#platform/money'
import { isLocalUrl } from '#platform/remote-file/public-address'
import type { NumberFormat } from '../import.ts'
import { plainNumber } from '../reading/number-format.ts'
import { wordsOf } from '../reading/header-words.ts'
import { suggestCategory } from './our-categories.ts'

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
/** Pairs have no common limit, but the one of a cell. */
const MAX_JSON = 64 * 1024
const MAX_YIELD = 10_000_000
const MAX_PIECES = 1_000_000
/** http(s), a path on this site, or a plain file name; never a script, data or another host without a scheme. */
const IMAGE = /^(https?:\/\/\S+|\/[^/\s]\S*|\w[\w .()-]*)$/i
/** Control characters except tabs and line breaks, and the marks that turn the reading direction around. */
// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
/** Half of a character, such as the first 16 bits of an emoji, which JSON in a cell can name. */
const HALF_CHARACTER = /\p{Surrogate}/u

export function readText(field: string, cell: string, max: number): string {
  if (CONTROL.test(cell)) throw new CellRefused(`${field} must not contain control characters`)
  if (HALF_CHARACTER.test(cell)) throw new CellRefused(`${field} must not contain halves of characters`)
  if (cell.length > max)
    throw new CellRefused(
      `${field} has ${cell.length.toLocaleString('en-US')} characters, at most ${max.toLocaleString('en-US')} are possible`,
    )
  return cell
}

/** Text in one line: line breaks and tabs become spaces. */
export function readLine(field: string, cell: string, max: number): string {
  const parts = cell.split(/[\r\n\t\u2028\u2029]+/).map((part) => part.trim())
  return readText(field, parts.filter((part) => part !== '').join(' '), max)
}

/** Integer cents. @param format how the column's numbers are written, for those that could mean two things */
export function readPrice(field: string, cell: string, format: NumberFormat | null): number {
  const plain = plainNumber(cell, format)
  if (plain === 'ambiguous')
    throw new CellRefused(`${field} "${shortened(cell)}" could mean two things: choose the column's number format`)
  const cents = plain === null ? null : centsOf(plain)
  if (cents === null) throw new CellRefused(`${field} must be like 1299.00, not "${shortened(cell)}"`)
  return cents
}

/** Programs write up to six decimals; more than zeros behind the cents are rounded, but three digits may be thousands. */
function centsOf(plain: string): number | null {
  const [whole = '', fraction = ''] = plain.split('.')
  if (fraction.length <= 2) return parseDecimal(plain)
  if (!/^\d{1,8}$/.test(whole)) return null
  if (/^\d\d0+$/.test(fraction)) return parseDecimal(`${whole}.${fraction.slice(0, 2)}`)
  return fraction.length === 3 ? null : Math.round(Number(plain) * 100)
}

const PIECES = /\b(?:pcs?|pieces?|st(?:ü|ue)?ck|stk|st|pi[eè]ces?|pz(?:as)?|piezas?|units?|unidades|unit[eé]s?)\b\.?$/iu
const SOLD_OUT =
  /^(no|nein|non|n|out of stock|sold out|unavailable|not (available|in stock)|nicht (lieferbar|verfugbar|auf lager|vorratig)|ausverkauft|vergriffen|epuise|rupture( de stock)?|en rupture|indisponible|non disponible|agotado|sin (stock|existencias)|no disponible|on (request|order)|auf (anfrage|bestellung)|sur (demande|commande)|bajo pedido|end of life|eol|discontinued|auslauf\w*|none|nil|keine|aucun|ninguno|call|ask|tb[acd]|anfrage|(a )?consultar|nous consulter|back ?order(ed)?|pre ?order|en camino|uitverkocht|niet (op voorraad|leverbaar)|nee|op aanvraag)$/
const SOLD =
  /^(yes|ja|oui|si|y|j|o|in stock|available|lieferbar|verfugbar|auf lager|vorratig|sofort( lieferbar)?|en stock|disponible|dispo|en existencia|many|viele|ok|low( stock)?|limited( stock)?|few|wenige|geringer bestand|stock faible|faible|pocas( unidades)?|ultimas unidades|instock|auf vorrat|op voorraad|leverbaar)$/
/** "11-50" are eleven at least, and "<5" are a few. */
const RANGE = /^(\d{1,6})\s*[-–]\s*\d{1,6}$/u
const FEWER = /^(?:<=?|≤|unter|weniger als|less than|under|moins de|menos de|minder dan)\s*(\d{1,6})$/iu

/** What a stock cell says: a number of pieces, or only whether there are any. */
export interface ReadStock {
  readonly stockQuantity?: number
  readonly inStock?: boolean
}

/** "12", ">50", "10+", "11-50", "1.250", "12,00", "5 Stk." as pieces; "in stock" and "nein" as words. */
export function readStock(cell: string, format: NumberFormat | null): ReadStock {
  const words = wordsOf(cell)
  if (SOLD_OUT.test(words)) return { stockQuantity: 0, inStock: false }
  if (SOLD.test(words)) return { inStock: true }
  const text = cell.replace(PIECES, '').trim()
  const fewer = FEWER.exec(text)?.[1]
  if (fewer !== undefined) return Number(fewer) > 1 ? { inStock: true } : { stockQuantity: 0, inStock: false }
  const atLeast = text
    .replace(RANGE, '$1')
    .replace(/^(?:>=?|≥|min\.?|ab|über|mehr als|more than|plus de|más de|\+)\s*/iu, '')
    .replace(/\+$/u, '')
    .trimEnd()
  // Pieces are whole: a separator in them groups digits, unless only zeros follow it.
  const plain = plainNumber(atLeast, format ?? 'point')
  const whole =
    plain === null
      ? null
      : /^\d{1,3}[.,]\d{3}$/.test(atLeast)
        ? atLeast.replaceAll(/\D/g, '')
        : plain.replace(/\.0+$/, '')
  if (whole === null || !/^\d{1,7}$/.test(whole) || Number(whole) > MAX_PIECES) {
    throw new CellRefused(
      `stockQuantity must be a whole number from 0 to ${MAX_PIECES.toLocaleString('en-US')}, not "${shortened(cell)}"`,
    )
  }
  return { stockQuantity: Number(whole) }
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

/** An EAN, UPC or GTIN; null for what is none, such as "4,0E+12" of a spreadsheet that has made it a rounded number. */
export function readGtin(cell: string): string | null {
  const digits = cell.replaceAll(/[\s-]/g, '')
  return /^\d{8,14}$/.test(digits) ? digits : null
}

/**
 * Where a picture is. One in a local network is left out with a warning: every visitor's browser would ask for it there.
 * @param warn takes what staff should look at
 */
export function readImage(field: string, cell: string, warn: (warning: string) => void): string | undefined {
  if (cell.length > 500 || CONTROL.test(cell) || HALF_CHARACTER.test(cell) || !IMAGE.test(cell))
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

export function readFeatures(cell: string): string[] {
  const features = readList('features', cell)
  if (features.length > MAX_FEATURES)
    throw new CellRefused(`features has ${features.length} entries, at most ${MAX_FEATURES} are possible`)
  return features.map((feature) => readLine('features', feature, 300))
}

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

export function readYield(cell: string): number {
  const pages = /^\d{1,8}$/.test(cell) ? Number(cell) : 0
  if (pages < 1 || pages > MAX_YIELD)
    throw new CellRefused(
      `pageYield must be a whole number from 1 to ${MAX_YIELD.toLocaleString('en-US')}, not "${shortened(cell)}"`,
    )
  return pages
}

export function readSupplyColor(cell: string): string {
  const color = cell.toLowerCase()
  if (!SUPPLY_COLORS.includes(color))
    throw new CellRefused(`supplyColor must be one of ${SUPPLY_COLORS.join(', ')}, not "${shortened(cell)}"`)
  return color
}

/**
 * A JSON object, lines of `Key: Value` (also in one line, separated by pipes), or text as it is. A JSON text is the text in
 * it, also where that would mean pairs.
 */
export function readSpecifications(cell: string): string | Record<string, string> {
  readText('specifications', cell, cell.startsWith('{') ? MAX_JSON : MAX_SPECIFICATIONS)
  if (cell.startsWith('{')) return readJson(cell)
  const quoted = textInJson(cell)
  if (quoted !== null) return readText('specifications', quoted, MAX_SPECIFICATIONS)
  const lines = linesOf(cell.replaceAll('|', '\n'))
  const pairs = lines.flatMap((line) => {
    const colon = line.indexOf(':')
    const [name, value] = [line.slice(0, Math.max(0, colon)).trimEnd(), line.slice(colon + 1).trimStart()]
    const isPair = name !== '' && name.length <= 80 && value !== '' && value.length <= 500
    return isPair ? [[name, value] as const] : []
  })
  return pairs.length === lines.length && pairs.length > 0 ? Object.fromEntries(pairs) : cell
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

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
