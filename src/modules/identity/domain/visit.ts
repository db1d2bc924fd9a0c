import type { Purpose } from './consent.ts'

/** What is recorded of a visitor who allows analytics: a search, or a look at a product. */
export type VisitEvent =
  | { readonly type: 'search'; readonly term: string; readonly results: number }
  | { readonly type: 'product-view'; readonly productId: number }

/** Everything that the shop itself records serves this purpose. */
export const RECORDED_FOR: Purpose = 'analytics'

/** A search that found nothing, as its words alone. */
export interface SearchMiss {
  readonly term: string
  /** How often it was made. */
  readonly count: number
  readonly lastAt: Date
}

/** Adds what was counted of terms on some days to what was on others; the sums are by term. */
export function addMisses(sums: Map<string, SearchMiss>, misses: readonly SearchMiss[]): void {
  for (const { term, count, lastAt } of misses) {
    const sum = sums.get(term)
    const latest = sum !== undefined && sum.lastAt > lastAt ? sum.lastAt : lastAt
    sums.set(term, { term, count: (sum?.count ?? 0) + count, lastAt: latest })
  }
}

/** The terms that were searched for most, the most frequent first. */
export function mostSearched(misses: Iterable<SearchMiss>, limit: number): readonly SearchMiss[] {
  return [...misses]
    .sort((a, b) => b.count - a.count || b.lastAt.getTime() - a.lastAt.getTime() || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
}

/** "  Epson   ET-2800 " and "epson et-2800" are one search. */
export function normalizedTerm(term: string): string {
  return term.trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

const MAX_WORDS = 5
const LONGEST_TERM = 40

/**
 * What staff see of a search: its letters and digits alone. Null for a text that looks personal, and for one that no
 * product could answer, such as a sentence or a web address: visitors write it, and staff read it.
 * @param known.isPart whether a number in it is known to be one of a part, however personal it looks
 */
export function bareTerm(term: string, { isPart = false }: { readonly isPart?: boolean } = {}): string | null {
  if ((!isPart && looksPersonal(term)) || /[/\\]|www|\.\p{L}{2}/iu.test(term)) return null
  const words = normalizedTerm(term).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const bare = words.join(' ')
  return words.length === 0 || words.length > MAX_WORDS || bare.length > LONGEST_TERM ? null : bare
}

/** Nine digits and more, however they are set apart: the number of a phone, a card or an account. */
const LONG_NUMBER = /\d(?:[\s().+-]*\d){8,}/

/**
 * Seven digits and more without a blank, or three and four as a local phone number is written. With a letter at either
 * end they are a part number: cartridges are called S0722400 and 3007207-T.
 */
const SHORT_NUMBER = /(?<![\p{L}\p{N}]-?)(?:\d(?:[().+-]*\d){6,}|\d{3}\)? \d{4})(?!-?[\p{L}\p{N}])/u

/** An order of the shop: six digits that begin with 1. */
const ORDER_NUMBER = /^#? ?1\d{5}$/
const NAMED_NUMBER =
  /(?<!\p{L})(?:orders?|bestellung|commande|invoice|inv|rma|tracking)(?!\p{L})[^\p{L}\d]{0,3}(?:no|nr|number|nummer)?[^\p{L}\d]{0,3}\d{4}/iu
const NUMBERS_OF_SOMEBODY = [LONG_NUMBER, SHORT_NUMBER, NAMED_NUMBER]

/**
 * Whether a search term looks like an email address or the number of a phone, a card or an order, which must not be
 * stored.
 */
export function looksPersonal(term: string): boolean {
  const isNumber = ORDER_NUMBER.test(term.trim()) || NUMBERS_OF_SOMEBODY.some((pattern) => pattern.test(term))
  return isNumber || /\S@\S/.test(term)
}
