import type { FoundPrinter } from '#contracts/finder'
import type { FinderQuery } from '#contracts/finder-choices'
import { formatMoney, groupDigits } from '#platform/money'
import { centsOf, formatCount } from '../../lib/format.ts'

const NOUNS: Readonly<Record<FinderQuery['prints'], string>> = {
  documents: 'page',
  photos: 'photo',
  labels: 'label',
  receipts: 'receipt',
}
const CONNECTIONS = { wifi: 'Wi-Fi', ethernet: 'a network socket', usb: 'USB' } as const

/** What somebody asked for, in a line: "200 pages a month in color, with scanning and Wi-Fi". */
export function askedFor({ prints, pages, color, scans, connection, paper }: FinderQuery): string {
  const isSheets = prints === 'documents' || prints === 'photos'
  const extras = [
    ...(isSheets && scans !== 'no' ? [scans === 'fax' ? 'scanning and fax' : 'scanning'] : []),
    ...(isSheets && paper !== 'letter' ? [paper === 'large' ? 'posters and plans' : 'tabloid and A3'] : []),
    ...(connection === 'any' ? [] : [CONNECTIONS[connection]]),
  ]
  const kind = prints === 'documents' ? (color === 'yes' ? ' in color' : ' in black') : ''
  const list = extras.length === 0 ? '' : `, with ${enumerated(extras)}`
  return `${formatCount(pages, NOUNS[prints])} a month${kind}${list}`
}

/** What a printer lacks, in words that follow "It lacks". */
function lackOf(name: FoundPrinter['misses'][number], { pages, scans, connection }: FinderQuery): string {
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
  }
}

/**
 * Why a printer is proposed, in a sentence: what it lacks, or how it stands to the best one.
 * @param best the first of the list, which may be the printer itself
 */
export function reasonOf(printer: FoundPrinter, best: FoundPrinter, query: FinderQuery): string {
  const { misses, product, threeYears } = printer
  if (misses.length > 0) return `It does the rest, but lacks ${enumerated(misses.map((name) => lackOf(name, query)))}.`
  if (printer === best)
    return threeYears === null
      ? 'The lowest price of all that do what you ask for; what a page costs is not known.'
      : 'Costs the least over three years of all that do what you ask for.'
  const rating = Number(product.rating) > Number(best.product.rating) ? `, rated ${product.rating} of 5` : ''
  const dearer = centsOf(product.price) - centsOf(best.product.price)
  if (threeYears === null || best.threeYears === null)
    return `${dearer === 0 ? 'At the same price' : `${formatMoney(Math.abs(dearer))} ${dearer > 0 ? 'more' : 'less'} to buy`}${rating}; what a page costs is not known.`
  const more = centsOf(threeYears.total) - centsOf(best.threeYears.total)
  const over = more === 0 ? 'The same over three years' : `${formatMoney(more)} more over three years`
  return `${over}${dearer < 0 ? `, but ${formatMoney(-dearer)} less to buy` : ''}${rating}.`
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
