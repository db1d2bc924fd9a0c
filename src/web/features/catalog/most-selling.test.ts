import { expect, test } from 'vitest'
import type { ListedProduct } from '#contracts/listed-product'
import { mostSelling } from './most-selling.ts'
import { aProduct } from '../../testing/a-product.ts'

const names = (products: readonly ListedProduct[]): string[] => products.map(({ name }) => name)

test('the home page sells the four HP models, each once', () => {
  const catalog = [
    aProduct({ id: 1, name: 'HP ENVY 6055e' }),
    aProduct({ id: 2, name: 'HP LaserJet Pro M404dn' }),
    aProduct({ id: 3, name: 'HP LaserJet Pro M404dn' }),
    aProduct({ id: 4, name: 'HP LaserJet Tank 2604dw' }),
    aProduct({ id: 5, name: 'HP DeskJet 4155e' }),
    aProduct({ id: 6, name: 'HP OfficeJet Pro 9015e' }),
  ]
  expect(names(mostSelling(catalog))).toEqual([
    'HP LaserJet Pro M404dn',
    'HP OfficeJet Pro 9015e',
    'HP DeskJet 4155e',
    'HP ENVY 6055e',
  ])
  expect(mostSelling(catalog)[0]?.id).toBe(2)
})

test('a model of another brand or category is not one of them', () => {
  expect(
    mostSelling([
      aProduct({ name: 'HP DeskJet 4155e', brand: 'Canon' }),
      aProduct({ name: 'HP DeskJet 4155e', category: 'photo-printers' }),
    ]),
  ).toEqual([])
})
