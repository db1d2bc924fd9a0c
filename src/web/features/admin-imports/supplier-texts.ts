import type { ListFetch, Supplier } from '#contracts/suppliers'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { priceRuleWords } from '../../lib/price-rule-words.ts'

const KEYS: Readonly<Record<Supplier['key'], string>> = {
  sku: 'found by SKU',
  gtin: 'found by EAN',
  name: 'found by brand and name',
}

/** "cost + 25 %, up to .99 · found by SKU · sold out when they leave" */
export function rulesText({ key, priceRule, whenLeft }: Supplier): string {
  const price = priceRule === null ? 'price as listed' : priceRuleWords(priceRule)
  return [price, KEYS[key], ...(whenLeft === 'sold-out' ? ['sold out when they leave'] : [])].join(' · ')
}

/** "3 new, 120 changed, 2 failed"; "nothing changed" */
export function countsText({ created, updated, failed, left }: NonNullable<ListFetch['counts']>): string {
  const count = (value: number, word: string) => (value === 0 ? [] : [`${value.toLocaleString('en-US')} ${word}`])
  const parts = [
    ...count(created, 'new'),
    ...count(updated, 'changed'),
    ...count(left, 'left the list'),
    ...count(failed, 'failed'),
  ]
  return parts.length === 0 ? 'nothing changed' : parts.join(', ')
}

const OUTCOMES: Readonly<Record<ListFetch['state'], string>> = {
  'under-way': 'being fetched now',
  imported: 'imported',
  unchanged: 'the same file as before',
  waits: 'waits for you',
  failed: 'failed',
}

/** "05:30" → "5:30 AM" */
function timeText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/**
 * "Every day at 5:30 AM Central Time from lists.example. Last: Nov 23, 2026, 5:00 AM, imported: 3 changed"; null
 * without an address.
 */
export function fetchingText({ source, latestFetch }: Supplier): string | null {
  if (source === null) return null
  const when = source.isOn
    ? `Every day at ${timeText(source.time)} Central Time from ${source.host}.`
    : `By hand from ${source.host}.`
  if (latestFetch === null) return when
  const { startedAt, state, counts } = latestFetch
  const what = state === 'imported' && counts !== null ? `imported: ${countsText(counts)}` : OUTCOMES[state]
  return `${when} Last: ${formatShopTime(startedAt)}, ${what}.`
}
