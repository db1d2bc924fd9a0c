import type { Purpose } from './consent.ts'

/** What is recorded of a visitor who allows analytics: a search, or a look at a product. */
export type VisitEvent =
  | { readonly type: 'search'; readonly term: string; readonly results: number }
  | { readonly type: 'product-view'; readonly productId: number }

/** Everything we record ourselves serves this purpose. */
export const RECORDED_FOR: Purpose = 'analytics'

/** Searches of visitors that found nothing. */
export interface SearchMiss {
  readonly term: string
  readonly count: number
  readonly lastAt: Date
}

/** "  Epson   ET-2800 " and "epson et-2800" are one search. */
export function normalizedTerm(term: string): string {
  return term.trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

/** Whether a search term looks like an email address, a phone or a card number, which must not be stored. */
export function looksPersonal(term: string): boolean {
  return /\S@\S/.test(term) || /\d(?:[\s().+-]*\d){8,}/.test(term)
}
