import type { FoundPrinter, WayOut } from '#contracts/finder'
import type { FinderQuery } from '#contracts/finder-choices'
import { formatMoney, groupDigits } from '#platform/shared-kernel/money'
import { centsOf, formatCount } from '../../lib/format.ts'

const NOUNS: Readonly<Record<FinderQuery['prints'], string>> = {
  documents: 'page',
  photos: 'photo',
  labels: 'label',
  receipts: 'receipt',
}
const CONNECTIONS = { any: 'any connection', wifi: 'Wi-Fi', ethernet: 'a network socket', usb: 'USB' } as const
const PAPERS = {
  any: 'any paper',
  letter: 'letter paper',
  tabloid: 'tabloid and A3',
  large: 'posters and plans',
} as const
const SCANS = { no: 'no scanner', scan: 'scanning', fax: 'scanning and fax' } as const

/** What somebody asked for, in a line: "200 pages a month in color, with scanning and Wi-Fi". */
export function askedFor(query: FinderQuery): string {
  const { prints, color, scans, connection, paper } = query
  const extras = [
    ...(color === 'yes' && (prints === 'labels' || prints === 'receipts') ? ['color'] : []),
    ...(scans === 'no' ? [] : [SCANS[scans]]),
    ...(paper === 'any' || (paper === 'letter' && prints === 'documents') ? [] : [PAPERS[paper]]),
    ...(connection === 'any' ? [] : [CONNECTIONS[connection]]),
  ]
  const kind = prints === 'documents' ? (color === 'yes' ? ' in color' : ' in black') : ''
  const list = extras.length === 0 ? '' : `, with ${enumerated(extras)}`
  return `${pagesOf(query)}${kind}${list}`
}

/** One answer in words that follow "In the way:" and stand before "instead". */
function answerOf(name: keyof WayOut['changes'], query: FinderQuery): string {
  switch (name) {
    case 'pages':
      return pagesOf(query)
    case 'color':
      return query.color === 'yes' ? 'color' : 'black only'
    case 'scans':
      return SCANS[query.scans]
    case 'connection':
      return CONNECTIONS[query.connection]
    case 'paper':
      return PAPERS[query.paper]
  }
}

/**
 * The answers that are in the way: "color, or Wi-Fi" where each is alone, "color together with Wi-Fi" where only both
 * are.
 */
export function inTheWay(waysOut: readonly WayOut[], query: FinderQuery): string {
  const ways = waysOut.map(({ changes }) => changedIn(changes).map((name) => answerOf(name, query)))
  if (ways.length === 0) return NOUNS[query.prints] === 'page' ? 'documents' : `${NOUNS[query.prints]}s`
  return ways.map((names) => names.join(' together with ')).join(', or ')
}

/** What to answer instead: "letter paper". */
export function insteadOf({ changes }: WayOut, query: FinderQuery): string {
  return enumerated(changedIn(changes).map((name) => answerOf(name, { ...query, ...changes })))
}

function changedIn(changes: WayOut['changes']): readonly (keyof WayOut['changes'])[] {
  return Object.keys(changes) as (keyof WayOut['changes'])[]
}

function pagesOf({ prints, pages }: FinderQuery): string {
  return `${formatCount(pages, NOUNS[prints])} a month`
}

type Miss = FoundPrinter['misses'][number]

/** What a printer is, that it is not what was asked for: in words that follow "It does the rest, but". */
function otherwise(name: Miss, { product }: FoundPrinter, query: FinderQuery): string | null {
  if (name === 'volume') return `is not made for ${pagesOf(query)}`
  if (name !== 'purpose') return null
  if (query.prints === 'photos') return 'is not made for photos'
  return product.category === 'photo-printers' ? 'is made for photos' : 'is made for plans and posters'
}

/** What a printer lacks, in words that follow "lacks". */
function lackOf(name: Miss, { pages, scans, connection }: FinderQuery): string | null {
  switch (name) {
    case 'color':
      return 'color'
    case 'paper':
      return 'paper of this size'
    case 'scans':
      return scans === 'fax' ? 'a fax' : 'a scanner'
    case 'connection':
      return connection === 'any' ? 'the connection' : CONNECTIONS[connection]
    case 'speed':
      return `the speed for ${groupDigits(pages)} pages a month`
    case 'duplex':
      return 'printing on both sides by itself'
    case 'purpose':
    case 'volume':
      return null
  }
}

/**
 * Why a printer is proposed: what it is or lacks, and how it stands to the best one.
 * @param best the first of the list, which may be the printer itself
 */
export function reasonOf(printer: FoundPrinter, best: FoundPrinter, query: FinderQuery): string {
  const { misses, threeYears } = printer
  const lacks = misses.flatMap((name) => lackOf(name, query) ?? [])
  const differs = [
    ...misses.flatMap((name) => otherwise(name, printer, query) ?? []),
    ...(lacks.length === 0 ? [] : [`lacks ${enumerated(lacks)}`]),
  ]
  const difference = differs.length === 0 ? '' : `It does the rest, but ${enumerated(differs)}.`
  if (printer !== best) return `${difference} ${costBeside(printer, best)}`.trim()
  if (difference !== '') return difference
  return threeYears === null
    ? 'The lowest price of all that do what you ask for; what a page costs is not known.'
    : 'Costs the least over three years of all that do what you ask for.'
}

/** What a printer costs beside the best one: "$10.50 more over three years." */
function costBeside({ product, threeYears }: FoundPrinter, best: FoundPrinter): string {
  const rating = Number(product.rating) > Number(best.product.rating) ? `, rated ${product.rating} of 5` : ''
  const dearer = centsOf(product.price) - centsOf(best.product.price)
  if (threeYears === null || best.threeYears === null)
    return `${dearer === 0 ? 'At the same price' : `${moreOrLess(dearer)} to buy`}${rating}; what a page costs is not known.`
  const more = centsOf(threeYears.total) - centsOf(best.threeYears.total)
  const over = more === 0 ? 'The same over three years' : `${moreOrLess(more)} over three years`
  return `${over}${dearer < 0 && more >= 0 ? `, but ${formatMoney(-dearer)} less to buy` : ''}${rating}.`
}

function moreOrLess(cents: number): string {
  return `${formatMoney(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}`
}

/** One line of the sum: "1,800 pages at 4.1¢". */
export function partOf(
  { pages, cents, isColor }: NonNullable<FoundPrinter['threeYears']>['parts'][number],
  { prints, color }: FinderQuery,
): string {
  const kind = prints === 'documents' && color === 'yes' ? (isColor ? 'color ' : 'black ') : ''
  return `${formatCount(pages, `${kind}${NOUNS[prints]}`)} at ${cents}¢`
}

/** What these pages cost, in cents. */
export function centsOfPart({ pages, cents }: { readonly pages: number; readonly cents: number }): number {
  return Math.round(pages * cents)
}

function enumerated(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
