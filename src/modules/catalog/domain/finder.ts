import type { FacetChoices } from './product-facets.ts'
import type { ProductFilters } from './product-query.ts'
import type { Product } from './product.ts'

/** What somebody says of the printer that they look for. */
export interface FinderAnswers {
  readonly prints: 'documents' | 'photos' | 'labels' | 'receipts'
  /** Pages, prints, labels or receipts a month. */
  readonly pages: number
  /** Whether documents are in color; photos always are. */
  readonly color: boolean
  /** Whether it scans and copies as well, or faxes, too. */
  readonly scans: 'no' | 'scan' | 'fax'
  readonly connection: 'any' | 'wifi' | 'ethernet' | 'usb'
  /** The largest paper: letter and legal, tabloid and A3, or wider. */
  readonly paper: 'letter' | 'tabloid' | 'large'
}

/** What a printer must do for these answers, beside the task itself. */
export type NeedName = 'color' | 'paper' | 'scans' | 'connection' | 'speed' | 'duplex'

export interface Need {
  readonly name: NeedName
  readonly choices: FacetChoices
}

/** The most important first: who prints in color is not helped by a printer that cannot. */
const IMPORTANCE: readonly NeedName[] = ['color', 'paper', 'scans', 'connection', 'speed', 'duplex']

/** From so many pages a month nobody turns sheets by hand, waits for a slow printer, or for a middling one. */
const PAGES_FOR_DUPLEX = 200
const PAGES_FOR_SPEED = 500
const PAGES_FOR_MOST_SPEED = 2000

/** Everything that is asked of the printer, the most important first. */
export function needsOf({ prints, pages, color, scans, connection, paper }: FinderAnswers): readonly Need[] {
  const isSheets = prints === 'documents' || prints === 'photos'
  const isDocuments = prints === 'documents'
  const asked: Readonly<Record<NeedName, FacetChoices | null>> = {
    color: isDocuments && color ? { color: ['yes'] } : null,
    paper: isSheets ? papersFor(paper) : null,
    scans: isSheets && scans !== 'no' ? { function: [scans] } : null,
    connection: connection === 'any' ? null : { connection: [connection] },
    speed: isDocuments ? speedsFor(pages) : null,
    duplex: isDocuments && pages >= PAGES_FOR_DUPLEX ? { duplex: ['yes'] } : null,
  }
  return IMPORTANCE.flatMap((name) => {
    const choices = asked[name]
    return choices === null ? [] : [{ name, choices }]
  })
}

function papersFor(paper: FinderAnswers['paper']): FacetChoices | null {
  if (paper === 'letter') return null
  return { paper: paper === 'large' ? ['large'] : ['tabloid', 'large'] }
}

function speedsFor(pages: number): FacetChoices | null {
  if (pages < PAGES_FOR_SPEED) return null
  return { speed: pages < PAGES_FOR_MOST_SPEED ? ['20-34', '35-49', '50-up'] : ['35-49', '50-up'] }
}

/** The filters of the task and of these needs. What prints large paper stands in several categories. */
export function filtersFor({ prints }: FinderAnswers, needs: readonly Need[]): ProductFilters {
  const asked = Object.assign({}, ...needs.map(({ choices }) => choices)) as FacetChoices
  const isWide = needs.some(({ name }) => name === 'paper')
  return { inStock: true, ...taskFilters(prints, isWide, asked) }
}

function taskFilters(prints: FinderAnswers['prints'], isWide: boolean, asked: FacetChoices): ProductFilters {
  switch (prints) {
    case 'documents':
      return isWide
        ? { choices: { technology: ['laser', 'inkjet', 'ink-tank'], ...asked } }
        : { category: 'printers', choices: asked }
    case 'photos':
      return isWide
        ? { choices: { technology: ['inkjet', 'ink-tank', 'dye-sublimation'], ...asked } }
        : { category: 'photo-printers', choices: asked }
    case 'labels':
      return { search: 'label', choices: { function: ['print'], paper: ['roll'], ...asked } }
    case 'receipts':
      return { search: 'receipt', choices: { function: ['print'], paper: ['roll'], ...asked } }
  }
}

const MONTHS = 36

/** Some pages of three years at one cost. */
export interface PagesAtCost {
  readonly pages: number
  readonly mills: number
  readonly isColor: boolean
}

/** What a printer costs over three years: its price, and each kind of page times what one costs. */
export interface ThreeYears {
  readonly parts: readonly PagesAtCost[]
  readonly totalCents: number
}

/**
 * The cost over three years of 36 months; null where the cost of a page is not known. Of documents in color every second
 * page is in color.
 */
export function threeYearsOf(
  { priceCents, costPerPage }: Pick<Product, 'priceCents' | 'costPerPage'>,
  { prints, pages, color }: FinderAnswers,
): ThreeYears | null {
  const all = pages * MONTHS
  const inColor = prints === 'photos' ? all : prints === 'documents' && color ? all / 2 : 0
  const black = costPerPage?.blackMills ?? costPerPage?.colorMills ?? null
  const parts = [
    { pages: all - inColor, mills: black, isColor: false },
    { pages: inColor, mills: costPerPage?.colorMills ?? null, isColor: true },
  ].filter((part) => part.pages > 0)
  const known = parts.flatMap(({ mills, ...part }) => (mills === null ? [] : [{ ...part, mills }]))
  if (known.length < parts.length) return null
  const mills = known.reduce((sum, part) => sum + part.pages * part.mills, 0)
  return { parts: known, totalCents: priceCents + Math.round(mills / 10) }
}

/** A printer that does the task, with what it lacks of the rest. */
export interface FoundPrinter {
  readonly productId: number
  /** The needs that it does not meet, the most important first. */
  readonly misses: readonly NeedName[]
  /** Null where the cost of a page is not known. */
  readonly threeYears: ThreeYears | null
}

/** How many printers are proposed. */
export const MOST_FOUND = 3

type Candidate = Pick<Product, 'id' | 'priceCents' | 'costPerPage'>

/**
 * The best of these: what lacks least, then what costs least over three years. Printers whose cost of a page is not known
 * come after those where it is, the cheapest first.
 * @param meets whether a candidate meets a need
 */
export function bestOf<Printer extends Candidate>(
  candidates: readonly Printer[],
  answers: FinderAnswers,
  meets: (printer: Printer, need: Need) => boolean,
): readonly FoundPrinter[] {
  const needs = needsOf(answers)
  const judged = candidates.map((printer) => {
    const missed = needs.filter((need) => !meets(printer, need)).map(({ name }) => name)
    return { printer, missed, threeYears: threeYearsOf(printer, answers) }
  })
  const lack = (missed: readonly NeedName[]) =>
    missed.reduce((sum, name) => sum + 2 ** (IMPORTANCE.length - IMPORTANCE.indexOf(name)), 0)
  const total = (threeYears: ThreeYears | null) => threeYears?.totalCents ?? Infinity
  const compare = (one: number, other: number) => (one === other ? 0 : one - other)
  return judged
    .toSorted(
      (one, other) =>
        lack(one.missed) - lack(other.missed) ||
        compare(total(one.threeYears), total(other.threeYears)) ||
        one.printer.priceCents - other.printer.priceCents ||
        one.printer.id - other.printer.id,
    )
    .slice(0, MOST_FOUND)
    .map(({ printer, missed, threeYears }) => ({ productId: printer.id, misses: missed, threeYears }))
}
