import type { NumberFormat } from '../import.ts'
import { wordsOf } from './header-words.ts'
import { plainNumber } from './number-format.ts'

/** A price for more pieces than this is none that a shop of printers is sent. */
const MAX_PIECES = 10_000
/** Longer cells and headers say nothing of the kind. */
const MAX_LENGTH = 60

const ONE =
  '(?:each|ea|e|pcs?|pces?|pieces?|st(?:ü|ue)?ck|stk|st|pi[eè]ces?|pzas?|pz|piezas?|units?|unit[eé]s?|unidad(?:es)?|uds?|u|stuks?|h87|c62|' +
  // What is sold may be a whole box.
  'bo?x|packs?|pk|pkg|ctn?|cartons?|cases?|cs|rolls?|rl|sets?|kits?|pairs?|pr|reams?|rm|rollen?|pakete?|karton)\\.?'
const WORDS: readonly (readonly [pieces: number, words: RegExp])[] = [
  [1, new RegExp(`^${ONE}$`, 'iu')],
  [100, /^(?:%|c|cen|hun|hundred|hundert|cent|ciento|honderd)\.?$/iu],
  [1000, /^(?:‰|mil|mille|thousand|tausend|tsd|duizend)\.?$/iu],
]
/** Thousand in lists of the United States, meters in others. */
const THOUSAND_OR_METER = /^m$/i
/** "per 100", "/100", "je 100 Stk.", "100er". */
const COUNTED = new RegExp(
  `^(?:/|(?:per|pro|je|par|por|les|p)\\b\\.?)?\\s*(?<count>\\d[\\d.,' ]*)?\\s*(?<word>er|${ONE}|[^\\d\\s]+)?$`,
  'iu',
)

/**
 * For how many pieces a price is, as a cell says it: "100", "1.000 Stk.", "per 100", "C", "ea".
 * @param mayMeter whether "M" could mean meters, and so nothing
 */
export function readPieces(cell: string, format: NumberFormat | null, mayMeter: boolean): number | null {
  if (cell.length > MAX_LENGTH) return null
  const { count, word = '' } = COUNTED.exec(cell.trim())?.groups ?? {}
  if (count === undefined) {
    if (!mayMeter && THOUSAND_OR_METER.test(word)) return 1000
    return WORDS.find(([, words]) => words.test(word))?.[0] ?? null
  }
  const isOfPieces = word === '' || /^er$/i.test(word) || (WORDS[0]?.[1].test(word) ?? false)
  const plain = plainNumber(count.trim(), format)
  if (!isOfPieces || plain === null || !/^\d{1,5}(\.0+)?$/.test(plain)) return null
  const pieces = Number(plain)
  return pieces >= 1 && pieces <= MAX_PIECES ? pieces : null
}

/**
 * Takes a cell apart that says itself for how many pieces its price is: "12.50/100", "8.75 per 1,000", "$9 each"; null
 * for most.
 */
export function splitPieces(
  cell: string,
  format: NumberFormat | null,
): { readonly amount: string; readonly pieces: number } | null {
  if (cell.length > MAX_LENGTH) return null
  const at = cell.indexOf('/')
  const between = at === -1 ? BETWEEN.exec(cell) : { 0: '/', index: at }
  const [end, begin] =
    between === null
      ? [cell.lastIndexOf(' '), cell.lastIndexOf(' ')]
      : [between.index, between.index + between[0].length]
  const [amount, unit] = [cell.slice(0, Math.max(0, end)).trimEnd(), cell.slice(begin).trim()]
  // "12 345" is a number of thousands.
  if (!/\d/.test(amount) || (between === null && /\d/.test(unit))) return null
  const pieces = readPieces(unit, format, true)
  // "19 %" may be a discount and "99 c" cents: a price is divided only where "/" or "per" says so.
  if (pieces === null || (between === null && pieces !== 1)) return null
  return { amount, pieces }
}

const BETWEEN = /\b(?:per|pro|je|par|por)\b/iu

const COUNTS: Readonly<Record<string, number>> = {
  '10': 10,
  '100': 100,
  '1000': 1000,
  '1 000': 1000,
  hundert: 100,
  hundred: 100,
  cent: 100,
  tausend: 1000,
  thousand: 1000,
  mille: 1000,
  mil: 1000,
}
const SAID = new RegExp(
  `(?:\\b(?:per|pro|je|par|por|les|fur|for|pour|a)|/) ?(?<count>${Object.keys(COUNTS).join('|')})\\b ?(?<of>\\p{L}+)?`,
  'u',
)
const OF_PRICES = /\b(preis\w*|prices?|prix|precios?|prij\w+|tarif\w*|ek|vk|uvp|cost|net|netto)\b/

/** What a text says of the pieces that prices are for. */
interface SaidPieces {
  readonly pieces: number
  /** False for "per 1,000 pages": that may or may not be what is sold. */
  readonly isOfPieces: boolean
}

/** For how many pieces the prices below a header are, where it says so: "Price per 100", "EK/1.000 St.". */
export function piecesInHeader(header: string): SaidPieces | null {
  if (header.length > MAX_LENGTH) return null
  const { count = '', of } = SAID.exec(saidOf(header))?.groups ?? {}
  const pieces = COUNTS[count]
  if (pieces === undefined) return null
  return { pieces, isOfPieces: of === undefined || !THINGS.test(of) }
}

/** Things that are counted and may not be what is sold. */
const THINGS =
  /^(pages?|seiten?|sheets?|blatt|blatter|feuilles?|hojas?|labels?|etiketten?|prints?|drucke?|m|meters?|km)$/

/** For how many pieces all prices are, where a line above or below a table says so: "Alle Preise je 100 Stück". */
export function piecesInLine(line: string): number | null {
  const words = saidOf(line)
  return OF_PRICES.test(words) ? (COUNTS[SAID.exec(words)?.groups?.count ?? ''] ?? null) : null
}

/** Words, with the slash before a number. */
function saidOf(text: string): string {
  return wordsOf(text.replaceAll(/\/\s*(?=\d)/g, ' per '))
}

/** Columns that say for how many pieces the price of a row is. */
const UNIT_COLUMN =
  /^(preis ?einheit|einheit preis|preis ?basis|preis (je|pro|per)|price ?units?|pricing units?|price (uom|basis|per|quantity|qty)|pricing (uom|basis)|units? of price|price is (for|per)|prix (par|pour)|unite (de )?(prix|tarif)|base (de )?prix|unidad (de )?precio|precio por|prijs ?eenheid|prijs per)$/
/** Columns with such names have it in some lists, and in others how a product is packed or measured. */
const MAYBE_UNIT_COLUMN = /^(pe|peh|per|pro|je|unit|uom|um|me|einheit|mengeneinheit|unite|unidad|eenheid)$/
const GERMAN = /preis|einheit|^pe$|^peh$|^me$|^je$/

/** Whether a column has the pieces that prices are for, by its name: it has, it may, or it has not. */
export function unitColumnOf(header: string): 'yes' | 'maybe' | 'no' {
  const words = wordsOf(header)
  if (UNIT_COLUMN.test(words)) return 'yes'
  return MAYBE_UNIT_COLUMN.test(words) ? 'maybe' : 'no'
}

/** Whether an "M" below this name could be meters. */
export function mayBeMeters(header: string): boolean {
  return GERMAN.test(wordsOf(header))
}
