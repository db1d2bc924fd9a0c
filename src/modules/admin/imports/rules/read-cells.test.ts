import { expect, it } from 'vitest'
import { MAX_PRODUCT_SPECIFICATIONS } from '#contracts/limits'
import { CATEGORIES as CATEGORIES_OF_FORMS, PRODUCT_TAGS, SUPPLY_COLORS } from '#contracts/catalog'
import { DEMO_CATEGORIES } from '../../../catalog/demo-catalog/demo-product.ts'
import { CATEGORIES, readCategory, readSpecifications, readSupplyColor, readTags } from './read-cells.ts'

it('a price list can say every category, tag and supply color that a form offers, and no others', () => {
  expect(CATEGORIES).toEqual(CATEGORIES_OF_FORMS)
  for (const category of CATEGORIES_OF_FORMS) expect(readCategory(category, new Map())).toBe(category)
  for (const tag of PRODUCT_TAGS) expect(readTags(tag)).toEqual([tag])
  expect(() => readTags('cheap')).toThrow(`must be of ${PRODUCT_TAGS.join(', ')}, not`)
  for (const color of SUPPLY_COLORS) expect(readSupplyColor(color)).toBe(color)
  expect(() => readSupplyColor('green')).toThrow(`must be one of ${SUPPLY_COLORS.join(', ')}, not`)
})

it('the demo catalog shows every category of the shop', () => {
  expect(DEMO_CATEGORIES).toEqual(CATEGORIES_OF_FORMS)
})

it.each([
  ['JSON', (names: readonly string[]) => JSON.stringify(Object.fromEntries(names.map((name) => [name, 'yes'])))],
  ['lines', (names: readonly string[]) => names.map((name) => `${name}: yes`).join('\n')],
  ['text', (names: readonly string[]) => names.join('\n')],
])('a price list can give a product as many specifications as a form, and no more, as %s', (_, written) => {
  const names = Array.from({ length: MAX_PRODUCT_SPECIFICATIONS + 1 }, (__, i) => `Property ${i}`)
  expect(() => readSpecifications(written(names.slice(1)))).not.toThrow()
  expect(() => readSpecifications(written(names))).toThrow('has 201 lines, at most 200 are possible')
})
