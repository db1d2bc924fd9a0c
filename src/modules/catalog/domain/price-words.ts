import type { PriceLimits } from './price-limits.ts'

export interface PriceWords {
  /** The search without its words about the price. */
  readonly words: string
  readonly limits: PriceLimits
  /** The order of what is cheap, or of what is cheap to run; null when it asks for neither. */
  readonly sort: 'price-low' | 'page-cost' | null
}

/** "with cheap ink", "low cost per page": the page is to be cheap, not the machine. */
const CHEAP_PAGES =
  /\b(?:with )?(?:(?:very )?(?:low|lowest|cheap|cheapest|small)[- ])?(?:costs? per page|page costs?|running costs?)\b|\b(?:cheap|cheapest) (?:to run|pages|per page)\b|\bwith (?:cheap|inexpensive|affordable) (?:inks?|toners?|cartridges|refills)\b/giu
const CHEAP = /\b(?:cheap|cheapest|inexpensive|affordable|low[- ]cost)\b/giu
/** "under $400" anywhere; in the other forms the amount has a dollar sign or ends the search ("up to 50 sheets" has none). */
const BELOW =
  /\b(?:under|below|less than|cheaper than) {0,3}\$? {0,3}(\d{1,6}(?:,\d{3})?(?:\.\d{1,2})?)(?: dollars)?(?![\w.,]\w)/iu
const UP_TO = /\b(?:up to|at most|max) {0,3}(?:\$ {0,3}(\d{1,6}(?:,\d{3})?(?:\.\d{1,2})?)|(\d{1,6}(?:\.\d{1,2})?)$)/iu
const FROM =
  /\b(?:over|above|more than|at least) {0,3}(?:\$ {0,3}(\d{1,6}(?:,\d{3})?(?:\.\d{1,2})?)|(\d{1,6}(?:\.\d{1,2})?)$)/iu

/** What a search says about the price: "cheap printer", "printer under $400", "low cost per page". A bound with "under" leaves the amount out. */
export function readPriceWords(search: string): PriceWords {
  const limits: { least?: number; most?: number } = {}
  let words = search.trim()
  const take = (pattern: RegExp): number | null => {
    const found = pattern.exec(words)
    if (found === null) return null
    words = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`
    return Math.round(Number((found[1] ?? found[2] ?? '').replaceAll(',', '')) * 100)
  }
  const below = take(BELOW)
  const upTo = take(UP_TO)
  const from = take(FROM)
  const most = below === null ? upTo : below - 1
  if (most !== null) limits.most = most
  if (from !== null) limits.least = from
  const beforePages = words
  words = words.replace(CHEAP_PAGES, ' ')
  const isCheapPage = words !== beforePages
  const plain = words.replace(CHEAP, ' ')
  const sort = isCheapPage ? 'page-cost' : plain === words ? null : 'price-low'
  return { words: plain.split(' ').filter(Boolean).join(' '), limits, sort }
}
