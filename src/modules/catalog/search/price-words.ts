import { onFirstUse } from '#platform/concurrency/on-first-use'
import type { PriceLimits } from '../domain/price-limits.ts'
import type { SearchReading } from '../domain/product-query.ts'
import { withSingleSpaces } from '../domain/words.ts'

export interface PriceWords {
  /** The search without its words about the price. */
  readonly words: string
  readonly limits: PriceLimits
  readonly sort: SearchReading['sort']
}

/** "with cheap ink", "low cost per page": the page is to be cheap, not the machine. */
const CHEAP_PAGES =
  /\b(?:with )?(?:(?:very )?(?:low|lowest|cheap|cheapest|small)[- ])?(?:costs? per page|page costs?|running costs?)\b|\b(?:cheap|cheapest) (?:to run|pages|per page)\b|\bwith (?:cheap|inexpensive|affordable) (?:inks?|toners?|cartridges|refills)\b/giu
const CHEAP =
  /(?<!\p{L})(?:cheap|cheapest|inexpensive|affordable|low[- ]cost|(?:preis)?günstig(?:e[nrsm]?|ste[nrsm]?)?|billig(?:e[nrsm]?|ste[nrsm]?)?|preiswerte?[nrsm]?|(?:pas|moins) ch(?:er|ère)s?|bon marché|économiques?)(?!\p{L})/giu
/** "1,400", "99.50"; as Germans and the French write them: "1.400", "99,50". */
const AMOUNT = String.raw`(\d{1,6}(?:[.,]\d{3})?(?:[.,]\d{1,2})?)`
/**
 * The shop sells in dollars. Who writes another currency means about as much, and sees above the list what it was taken
 * for; without these words nothing would be found.
 */
const BEFORE = String.raw`(?:us\$|us-\$|[$€£]|(?:usd|eur|euros?)(?!\p{L})) {0,3}`
const BEHIND = String.raw` {0,3}(?:[$€£]|us\$|usd\b|eur\b|euros?\b|(?:us[- ])?dollars?\b|bucks\b)`
/** An amount of money, with or without its currency. */
const MONEY = String.raw` {0,3}(?:${BEFORE})?${AMOUNT}(?:${BEHIND})?`
/** "Under 10 kg" is no price. */
const NO_UNIT = String.raw`(?!\w|[.,]\d| {0,2}(?:kg|kilo|lbs?\b|pound|oz\b|ounce|g\b|gsm\b|mm\b|cm\b|in\b|inch|ft\b|feet|ppm|ipm|pages?\b|seiten?\b|sheets?\b|blatt\b|feuilles?\b|db|dpi|w\b|watt|sec|min|year|people|users?\b|cents?\b|[%"”]))`
/** An amount that says its currency: "up to 50 sheets" does not. */
const SURELY_MONEY = String.raw` {0,3}(?:${BEFORE}${AMOUNT}(?:${BEHIND})?|${AMOUNT}${BEHIND})${NO_UNIT}`
/** An amount that ends the search. */
const AT_THE_END = String.raw` {0,3}(\d{1,6}(?:\.\d{1,2})?)$`
/** "Between $200 and $300", "$200-300", "200 to 300 dollars". */
const TO = String.raw` {0,3}(?:and|to|und|et|-|–)`
/** "About $300" means a fifth more or less. */
const ABOUT_SHARE = 0.2
const patterns = onFirstUse(() => ({
  /** "under $400" anywhere; in the other forms the amount has its currency or ends the search. */
  below: new RegExp(
    String.raw`(?<!\p{L})(?:under|below|less than|cheaper than|unter|weniger als|moins de|sous)${MONEY}${NO_UNIT}`,
    'iu',
  ),
  between: new RegExp(
    String.raw`(?:(?<!\p{L})(?:between|zwischen|entre)${MONEY}${TO}${MONEY}|${BEFORE}${AMOUNT}(?:${BEHIND})?${TO}${MONEY}|(?<![\w.,])${AMOUNT}${TO}${SURELY_MONEY})${NO_UNIT}`,
    'iu',
  ),
  about: new RegExp(String.raw`\b(?:about|around|roughly|approximately)${SURELY_MONEY}`, 'iu'),
  upTo: new RegExp(
    String.raw`(?<!\p{L})(?:(?:up to|at most|max|no more than|not more than|not over|höchstens|maximal)(?:${SURELY_MONEY}|${AT_THE_END})|(?:bis(?: zu)?|jusqu['’]à)${SURELY_MONEY})`,
    'iu',
  ),
  from: new RegExp(
    String.raw`(?<!\p{L})(?:over|above|more than|at least|über|mehr als|mindestens|plus de|au moins)(?:${SURELY_MONEY}|${AT_THE_END})`,
    'iu',
  ),
}))

/** What every search about a price has. Most have none of it, and are not looked through for each way of saying it. */
const AMOUNT_SIGN = /\d/u
const LIMIT_SIGN =
  /[$€£]|usd|eur|dollar|bucks|under|below|than|over|above|between|about|around|roughly|approximately|up to|most|least|max|unter|weniger|mehr|bis|zwischen|über|mindestens|höchstens|moins|plus|sous|entre|jusqu/iu
const CHEAP_SIGN = /cheap|inexpensive|affordable|cost|günstig|billig|preiswert|cher|chère|marché|économique/iu

/**
 * What a search says about the price: "cheap printer", "printer under $400", "low cost per page". A bound with "under"
 * leaves the amount out.
 */
export function readPriceWords(search: string): PriceWords {
  const limits: { least?: number; most?: number } = {}
  let words = search.trim()
  const hasAmount = AMOUNT_SIGN.test(words) && LIMIT_SIGN.test(words)
  const takeAll = (pattern: RegExp): readonly number[] => {
    if (!hasAmount) return []
    const found = pattern.exec(words)
    if (found === null) return []
    words = `${words.slice(0, found.index)} ${words.slice(found.index + found[0].length)}`
    const [, ...amounts] = found
    return amounts.flatMap((amount = '') => (amount === '' ? [] : [centsOf(amount)]))
  }
  const take = (pattern: RegExp): number | null => takeAll(pattern)[0] ?? null
  const ways = patterns()
  const between = takeAll(ways.between).toSorted((one, other) => one - other)
  const about = take(ways.about)
  const below = take(ways.below)
  const upTo = take(ways.upTo)
  const from = take(ways.from)
  const most = between[1] ?? (below === null ? upTo : below - 1)
  if (most !== null) limits.most = most
  const least = between[0] ?? from
  if (least !== null) limits.least = least
  if (about !== null) {
    limits.least ??= Math.round(about * (1 - ABOUT_SHARE))
    limits.most ??= Math.round(about * (1 + ABOUT_SHARE))
  }
  const mayBeCheap = CHEAP_SIGN.test(words)
  const beforePages = words
  if (mayBeCheap) words = words.replace(CHEAP_PAGES, ' ')
  const isCheapPage = words !== beforePages
  const plain = mayBeCheap ? words.replace(CHEAP, ' ') : words
  const sort = isCheapPage ? 'page-cost' : plain === words ? null : 'price-low'
  return { words: withSingleSpaces(plain), limits, sort }
}

/** An amount as it was written, in cents: three digits behind a separator are thousands, fewer are cents. */
function centsOf(amount: string): number {
  const plain = amount.replaceAll(/[.,](?=\d{3}(?:\D|$))/gu, '').replace(',', '.')
  return Math.round(Number(plain) * 100)
}
