import { parseDecimal } from '#platform/money'

/** Why a cell is not valid; the message is shown beside the row. */
export class CellRefused extends Error {
  override readonly name = 'CellRefused'
}

const CATEGORIES: readonly string[] = [
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
const MAX_YIELD = 10_000_000
const MAX_PIECES = 1_000_000
/** http(s), a path on this site, or a plain file name; never a script, data or another host without a scheme. */
const IMAGE = /^(https?:\/\/\S+|\/[^/\s]\S*|\w[\w .()-]*)$/i
/** Control characters except tabs and line breaks, and the marks that turn the reading direction around. */
// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

export function readText(field: string, cell: string, max: number): string {
  if (CONTROL.test(cell)) throw new CellRefused(`${field} must not contain control characters`)
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

/** Integer cents. */
export function readPrice(field: string, cell: string): number {
  const cents = /^\d{1,8}(\.\d{1,2})?$/.test(cell) ? parseDecimal(cell) : null
  if (cents === null) throw new CellRefused(`${field} must be like 1299.00, not "${shortened(cell)}"`)
  return cents
}

export function readStock(cell: string): number {
  if (!/^\d{1,7}$/.test(cell) || Number(cell) > MAX_PIECES) {
    throw new CellRefused(
      `stockQuantity must be a whole number from 0 to ${MAX_PIECES.toLocaleString('en-US')}, not "${shortened(cell)}"`,
    )
  }
  return Number(cell)
}

export function readFlag(field: string, cell: string): boolean {
  const text = cell.toLowerCase()
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new CellRefused(`${field} must be true, 1, false or 0, not "${shortened(cell)}"`)
}

export function readCategory(cell: string): string {
  const category = cell.toLowerCase().replaceAll(/[\s_]+/g, '-')
  if (!CATEGORIES.includes(category))
    throw new CellRefused(`category must be one of ${CATEGORIES.join(', ')}, not "${shortened(cell)}"`)
  return category
}

export function readImage(field: string, cell: string): string {
  if (cell.length > 500 || CONTROL.test(cell) || !IMAGE.test(cell))
    throw new CellRefused(`${field} must be an http(s) address or an uploaded image, not "${shortened(cell)}"`)
  return cell
}

function readList(cell: string): string[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function readImages(cell: string): string[] {
  const images = readList(cell)
  if (images.length > MAX_IMAGES)
    throw new CellRefused(`images has ${images.length} addresses, at most ${MAX_IMAGES} are possible`)
  return images.map((image) => readImage('images', image))
}

export function readFeatures(cell: string): string[] {
  const features = readList(cell)
  if (features.length > MAX_FEATURES)
    throw new CellRefused(`features has ${features.length} entries, at most ${MAX_FEATURES} are possible`)
  return features.map((feature) => readLine('features', feature, 300))
}

export function readTags(cell: string): string[] {
  const tags = [...new Set(readList(cell).map((tag) => tag.toLowerCase()))]
  const unknown = tags.find((tag) => !TAGS.includes(tag))
  if (unknown !== undefined) throw new CellRefused(`tags must be of ${TAGS.join(', ')}, not "${shortened(unknown)}"`)
  return tags
}

/** The models that a supply fits, with pipes between them, because names have commas. */
export function readFits(cell: string): string[] {
  const fits = [...new Set(readList(cell))]
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

/** A JSON object, lines of `Key: Value` (also in one line, separated by pipes), or text as it is. */
export function readSpecifications(cell: string): string | Record<string, string> {
  readText('specifications', cell, 10_000)
  if (cell.startsWith('{')) return readJson(cell)
  const lines = linesOf(cell.replaceAll('|', '\n'))
  const pairs = lines.flatMap((line) => {
    const colon = line.indexOf(':')
    const [name, value] = [line.slice(0, Math.max(0, colon)).trimEnd(), line.slice(colon + 1).trimStart()]
    const isPair = name !== '' && name.length <= 80 && value !== '' && value.length <= 500
    return isPair ? [[name, value] as const] : []
  })
  return pairs.length === lines.length && pairs.length > 0 ? Object.fromEntries(pairs) : cell
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
