import type { MeasuresWithin } from './measures.ts'
import type { FacetChoices } from './product-facets.ts'
import type { Product } from './product.ts'

/** What somebody says of the printer that they look for. Every answer counts, whatever is printed. */
export interface FinderAnswers {
  readonly prints: 'documents' | 'photos' | 'labels' | 'receipts'
  /** Pages, prints, labels or receipts a month. */
  readonly pages: number
  /** Whether documents are in color; photos always are. */
  readonly color: boolean
  /** Whether it scans and copies as well, or faxes, too. */
  readonly scans: 'no' | 'scan' | 'fax'
  readonly connection: 'any' | 'wifi' | 'ethernet' | 'usb'
  /** The largest paper: whatever the task needs, letter and legal, tabloid and A3, or wider. */
  readonly paper: 'any' | 'letter' | 'tabloid' | 'large'
}

/** What a printer must do for these answers: `purpose` is the task itself, `volume` to be made for so many pages. */
export type NeedName = 'color' | 'paper' | 'purpose' | 'scans' | 'connection' | 'volume' | 'speed' | 'duplex'

export interface Need {
  readonly name: NeedName
  readonly choices?: FacetChoices
  readonly measures?: MeasuresWithin
}

/** The most important first: who prints in color is not helped by a printer that cannot. */
const IMPORTANCE = ['color', 'paper', 'purpose', 'scans', 'connection', 'volume', 'speed', 'duplex'] as const

/** From so many pages a month nobody turns sheets by hand, waits for a slow printer, or for a middling one. */
const PAGES_FOR_DUPLEX = 200
const PAGES_FOR_SPEED = 500
const PAGES_FOR_MOST_SPEED = 2000

/** Everything that is asked of the printer, the most important first. */
export function needsOf({ prints, pages, color, scans, connection, paper }: FinderAnswers): readonly Need[] {
  const isDocuments = prints === 'documents'
  const asked: Readonly<Record<NeedName, Omit<Need, 'name'> | null>> = {
    color: color && prints !== 'photos' ? { choices: { color: ['yes'] } } : null,
    paper: papersFor(prints, paper),
    purpose: {},
    scans: scans === 'no' ? null : { choices: { function: [scans] } },
    connection: connection === 'any' ? null : { choices: { connection: [connection] } },
    volume: { measures: { monthlyPages: { least: pages, orUnknown: true } } },
    speed: isDocuments ? speedsFor(pages) : null,
    duplex: isDocuments && pages >= PAGES_FOR_DUPLEX ? { choices: { duplex: ['yes'] } } : null,
  }
  return IMPORTANCE.flatMap((name) => {
    const need = asked[name]
    return need === null ? [] : [{ name, ...need }]
  })
}

/** All documents are on letter paper at least, and what prints them need not say so. */
function papersFor(prints: FinderAnswers['prints'], paper: FinderAnswers['paper']): Omit<Need, 'name'> | null {
  if (paper === 'any' || (paper === 'letter' && prints === 'documents')) return null
  const papers = ['letter', 'tabloid', 'large'] as const
  return { choices: { paper: papers.slice(papers.indexOf(paper)) } }
}

function speedsFor(pages: number): Omit<Need, 'name'> | null {
  if (pages < PAGES_FOR_SPEED) return null
  return { choices: { speed: pages < PAGES_FOR_MOST_SPEED ? ['20-34', '35-49', '50-up'] : ['35-49', '50-up'] } }
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
export const MAX_FOUND = 3

type Candidate = Pick<Product, 'id' | 'priceCents' | 'costPerPage'>

/**
 * The best of these: what lacks least, then what costs least over three years. Printers whose cost of a page is not known
 * come after those where it is, the cheapest first. Behind those that lack nothing stand some that each lack something
 * else, so that there is a choice of what to do without.
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
  const ordered = judged.toSorted(
    (one, other) =>
      lack(one.missed) - lack(other.missed) ||
      compare(total(one.threeYears), total(other.threeYears)) ||
      one.printer.priceCents - other.printer.priceCents ||
      one.printer.id - other.printer.id,
  )
  return nearestOf(ordered)
    .slice(0, MAX_FOUND)
    .map(({ printer, missed, threeYears }) => ({ productId: printer.id, misses: missed, threeYears }))
}

/**
 * Puts different compromises first. Printers that lack nothing stay in front. Of the others, look at those that lack the
 * fewest things: for each thing that may be missing (no fax, no color), the best of them comes next. All remaining
 * printers follow in the order that they had.
 */
function nearestOf<Judged extends { readonly missed: readonly NeedName[] }>(ordered: readonly Judged[]): Judged[] {
  const fitting = ordered.filter(({ missed }) => missed.length === 0)
  const others = ordered.slice(fitting.length)
  const fewest = Math.min(...others.map(({ missed }) => missed.length))
  const seen = new Set<string>()
  const leads = others.filter(({ missed }) => {
    const lacks = missed.join(' ')
    const isFirst = missed.length === fewest && !seen.has(lacks)
    seen.add(lacks)
    return isFirst
  })
  return [...fitting, ...leads, ...others.filter((each) => !leads.includes(each))]
}
