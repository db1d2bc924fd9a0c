import { describe, expect, it } from 'vitest'
import { aProduct } from '../testing/product-builder.ts'
import { searchedInMemory } from '../search/testing/searched-in-memory.ts'
import { createKnowsPart } from './knows-part.ts'

const products = [
  aProduct({ id: 1, name: 'OKI 44574703 Toner black', brand: 'OKI', category: 'supplies' }),
  aProduct({ id: 2, name: 'DYMO labels', sku: '2191635', brand: 'Dymo', category: 'supplies' }),
  aProduct({ id: 3, name: 'HL-L2460DW', brand: 'Brother' }),
]
const knowsPart = createKnowsPart({
  search: searchedInMemory(products),
  findProducts: async (ids) => products.filter(({ id }) => ids.includes(id)),
})
const asked = (number: string, ...brandWords: readonly string[]) =>
  knowsPart({ number, brandWords, mayBeByBrand: number.length >= 8 })

describe('a number', () => {
  it('is one of a part beside a brand of the catalog', async () => {
    expect(await asked('12345678', 'oki')).toBe(true)
    expect(await asked('12345678', 'lexmark')).toBe(false)
    expect(await asked('12345678', 'oki', 'lexmark')).toBe(false)
  })

  it('is one of a part where the catalog has one like it', async () => {
    expect(await asked('44574702')).toBe(true)
    expect(await asked('2191636')).toBe(true)
    expect(await asked('2191636', 'dymo')).toBe(true)
    expect(await asked('44599902')).toBe(false)
    expect(await asked('4457470')).toBe(false)
    expect(await asked('445747021')).toBe(false)
  })

  it('is somebody’s beside any other word', async () => {
    expect(await asked('44574702', 'marlow')).toBe(false)
    expect(await asked('5550142', 'brother')).toBe(false)
    expect(await asked('5550142', 'my', 'brother')).toBe(false)
  })
})
