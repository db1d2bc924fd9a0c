import { expect, test } from 'vitest'
import type { ListFetch, Supplier } from '#contracts/suppliers'
import { countsText, fetchingText } from './supplier-texts.ts'

const NONE = { created: 0, updated: 0, unchanged: 5, skipped: 0, failed: 0, left: 0 }
const FETCH: ListFetch = {
  id: '1',
  by: null,
  state: 'imported',
  startedAt: '2026-11-23T11:00:00.000Z',
  endedAt: null,
  tries: 1,
  problem: null,
  fileName: null,
  sizeBytes: null,
  importId: null,
  counts: { ...NONE, created: 1, updated: 1200, failed: 2 },
}
const SUPPLIER: Supplier = {
  id: 's',
  name: 'Acme',
  key: 'sku',
  priceRule: null,
  whenLeft: 'keep',
  version: 0,
  products: 3,
  isKnown: true,
  source: {
    url: null,
    host: 'lists.example',
    signIn: 'none',
    signInName: '',
    isOn: true,
    time: '05:00',
    mailTo: [],
  },
  nextFetchAt: null,
  latestFetch: FETCH,
}

test('says what a list did, and when it did nothing', () => {
  expect(countsText({ ...NONE, created: 1, updated: 1200, failed: 2, left: 3 })).toBe(
    '1 new, 1,200 changed, 3 left the list, 2 failed',
  )
  expect(countsText(NONE)).toBe('nothing changed')
})

test('says whether a list comes by itself, and what came the last time', () => {
  expect(fetchingText(SUPPLIER)).toMatch(
    /^Every day at 5:00 AM Central Time from lists\.example\. Last: .*, imported: 1 new, 1,200 changed, 2 failed\.$/,
  )
  expect(fetchingText({ ...SUPPLIER, latestFetch: { ...FETCH, state: 'waits' } })).toMatch(/, waits for you\.$/)
  for (const [time, text] of [
    ['00:05', '12:05 AM'],
    ['12:00', '12:00 PM'],
    ['23:59', '11:59 PM'],
  ] as const)
    expect(fetchingText({ ...SUPPLIER, source: SUPPLIER.source && { ...SUPPLIER.source, time } })).toContain(text)
  const off = { ...SUPPLIER, source: SUPPLIER.source && { ...SUPPLIER.source, isOn: false } }
  expect(fetchingText({ ...off, latestFetch: null })).toBe('By hand from lists.example.')
  expect(fetchingText({ ...SUPPLIER, source: null })).toBeNull()
})
