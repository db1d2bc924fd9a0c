import { expect, test } from 'vitest'
import { parseListingQuery } from '#contracts/listing'
import { suggestionsFor } from './suggestions.ts'

const long = `${'x'.repeat(99)}😀yy`

test('a term that is cut within a character still has suggestions', () => {
  expect(suggestionsFor(long)).toContain('q=xxx')
})

test('a search that is cut within a character is whole text', () => {
  const { search } = parseListingQuery(new URLSearchParams({ search: long }))
  expect(search).toBe('x'.repeat(99))
})
