/** Words and signs beside an amount, which are no part of it. */
export const CURRENCY =
  /(?:US|CA|AU|NZ|C|A)?\$|€|£|¥|zł|kč|\b(?:usd|eur|euros?|gbp|chf|cad|aud|nzd|pln|czk|sek|nok|dkk|huf|jpy|cny|inr|mxn|brl|sfr|fr|kr|us)\b\.?/giu

/** What signs and words mean that are no codes. A crown is one of three, and told apart from other currencies alone. */
const CODES: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  us: 'USD',
  c$: 'CAD',
  ca$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  zł: 'PLN',
  kč: 'CZK',
  fr: 'CHF',
  sfr: 'CHF',
}

const FIRST = new RegExp(CURRENCY.source, 'iu')

/** The currency that a text names first: its code, or null. */
export function currencyOf(text: string): string | null {
  const found = FIRST.exec(text)?.[0].toLowerCase().replace(/\.$/, '')
  return found === undefined ? null : (CODES[found] ?? found.toUpperCase())
}

const SAID_OF_PRICES =
  /\b(prices?|preise?|prix|precios?|prijzen|currency|w(ä|ae)hrung|devise|moneda|valuta|amounts?|betr(ä|ae)ge|montants?)\b/iu

/** The currency of all prices, where a line above or below a table says so: "All prices in EUR"; otherwise null. */
export function currencyInLine(line: string): string | null {
  return SAID_OF_PRICES.test(line) ? currencyOf(line) : null
}

/** Counts the currencies that the cells of a column name. */
export class CurrencyFinder {
  readonly #counts = new Map<string, number>()

  push(cell: string): void {
    const currency = currencyOf(cell)
    if (currency !== null) this.#counts.set(currency, (this.#counts.get(currency) ?? 0) + 1)
  }

  /** The most frequent one; null when no cell names one. */
  end(): string | null {
    return [...this.#counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
  }
}
