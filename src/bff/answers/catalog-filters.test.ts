import { describe, expect, it } from 'vitest'
import { FacetsQuery, ListProductsQuery } from '#contracts/catalog'
import { filtersOf, productQueryOf, queryOf } from './catalog-filters.ts'

const query = (search: string) => queryOf(new URLSearchParams(search))
const filters = (search: string) => filtersOf(FacetsQuery.parse(query(search)))
const productQuery = (search: string) => productQueryOf(ListProductsQuery.parse(query(search)))

describe('what an address asks for', () => {
  it('is read as Fastify reads it: a parameter that stands in it several times is a list', () => {
    expect(query('search=hp&brand=HP&brand=Epson&empty=')).toEqual({
      search: 'hp',
      brand: ['HP', 'Epson'],
      empty: '',
    })
  })

  it('has the names of the catalog, and nothing for what is not asked', () => {
    expect(filters('')).toEqual({})
    expect(filters('search=')).toEqual({})
    expect(filters('category=&brand=&fits=')).toEqual({})
    expect(filters('category=scanners&search=hp&brand=HP&inStock=true&fits=XP-3200')).toEqual({
      category: 'scanners',
      search: 'hp',
      brands: ['HP'],
      inStock: true,
      models: ['XP-3200'],
    })
  })

  it('keeps the choices of the panel together', () => {
    const { choices, ...others } = filters('color=yes&brand=HP')
    expect(choices).toEqual({ color: ['yes'] })
    expect(others).toEqual({ brands: ['HP'] })
  })

  it('is a price range of the panel, or limits in cents', () => {
    expect(filters('price=100-300').price).toBe('100-300')
    expect(filters('price=from-120').price).toEqual({ least: 12_000 })
    expect(filters('price=up-to-99.50').price).toEqual({ most: 9950 })
    expect(filters('price=120-250').price).toEqual({ least: 12_000, most: 25_000 })
  })

  it('is a list from the first product on, of a thousand at most, where it says nothing else', () => {
    expect(productQuery('search=hp')).toEqual({ limit: 1000, offset: 0, search: 'hp' })
    expect(productQuery('limit=24&offset=48&sort=price-low')).toEqual({ limit: 24, offset: 48, sort: 'price-low' })
  })
})
