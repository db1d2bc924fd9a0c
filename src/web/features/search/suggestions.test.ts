import { expect, test } from 'vitest'
import { splitAround } from './split-around.ts'
import { nextOption, suggestionsFor } from './suggestions.ts'

test('suggestions are asked for from two trimmed characters on', () => {
  expect(suggestionsFor('')).toBeNull()
  expect(suggestionsFor(' h ')).toBeNull()
  expect(suggestionsFor(' hp ')).toBe('/api/search-suggestions?q=hp')
  expect(suggestionsFor('a&b')).toBe('/api/search-suggestions?q=a%26b')
})

test('what was typed stands out in a suggestion', () => {
  expect(splitAround('HP LaserJet Pro M404dn', 'm404')).toEqual(['HP LaserJet Pro ', 'M404', 'dn'])
  expect(splitAround('HP LaserJet', 'lazer')).toEqual(['HP LaserJet', '', ''])
})

test('arrows go round through the suggestions and the field itself', () => {
  expect(nextOption(-1, 3, 1)).toBe(0)
  expect(nextOption(2, 3, 1)).toBe(-1)
  expect(nextOption(-1, 3, -1)).toBe(2)
  expect(nextOption(0, 3, -1)).toBe(-1)
})
