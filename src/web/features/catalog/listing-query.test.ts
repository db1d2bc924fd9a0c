import { describe, expect, test } from 'vitest'
import { facetsPath, listingTitle, parseListingQuery, productsPath } from '#contracts/listing'
import { paths } from '../../lib/paths.ts'
import { countFilters, listingLink, NO_FILTERS, pageNumbers, toggleBrand, toggleChoice } from './listing-query.ts'

describe('the address of a listing', () => {
  test('contains category, search, filters, sort and page', () => {
    expect(
      parseListingQuery(
        '?category=printers&search=wifi&brand=HP&brand=Canon&price=100-300&inStock=true&fits=hp-2&fits=hp-1&fits=hp-1&fits=a+b&sort=price-low&page=3',
      ),
    ).toEqual({
      screen: 'products',
      category: 'printers',
      search: 'wifi',
      featured: false,
      business: false,
      brands: ['Canon', 'HP'],
      price: '100-300',
      inStock: true,
      fits: ['hp-1', 'hp-2'],
      choices: {},
      sort: 'price-low',
      page: 3,
    })
  })

  test('comes back the same from what it was read into', () => {
    const address =
      '/products?category=printers&search=a+%26+b&featured=true&business=true&brand=Caf%C3%A9&brand=HP&price=over-500&inStock=true&fits=hp-1&fits=hp-2&sort=name&page=2'
    expect(paths.products(parseListingQuery(address.slice(9)))).toBe(address)
  })

  test('contains the chosen facets in one order, without what there is not', () => {
    const query = parseListingQuery(
      '?speed=fast&technology=inkjet&duplex=yes&technology=laser&technology=laser&duplex=no&color=&paper=A3',
    )
    expect(query.choices).toEqual({ technology: ['laser', 'inkjet'], duplex: ['yes'] })
    expect(paths.listing(query)).toBe('/products?technology=laser&technology=inkjet&duplex=yes')
    expect(facetsPath(query)).toBe('/api/products/facets?technology=laser&technology=inkjet&duplex=yes')
    expect(parseListingQuery(paths.listing(query).split('?')[1] ?? '')).toEqual(query)
  })

  test.each([
    ['price=100-400', '100-400'],
    ['price=400-100', '100-400'],
    ['price=0100.00-99.5', '99.50-100'],
    ['price=0-400', 'up-to-400'],
    ['price=up-to-99.99', 'up-to-99.99'],
    ['price=from-1000', 'from-1000'],
    ['price=from-0', 'all'],
    ['price=100-300', '100-300'],
    ['price=-400', 'all'],
    ['price=100-', 'all'],
    ['price=1e3-2e3', 'all'],
    ['price=100-400-900', 'all'],
    ['price=123456789-1', 'all'],
    ['least=100&most=', 'from-100'],
    ['price=under-100&least=&most=250', 'up-to-250'],
    ['price=under-100&least=x&most=', 'under-100'],
  ])('reads %s as the price %s, and writes it so that it comes back the same', (address, price) => {
    const query = parseListingQuery(address)
    expect(query.price).toBe(price)
    expect(parseListingQuery(paths.listing(query).split('?')[1] ?? '').price).toBe(price)
  })

  test("of a category's own screen contains filters, sort and page, and no other scope", () => {
    const query = parseListingQuery('?category=scanners&search=a&featured=true&brand=HP&sort=name&page=2', 'printers')
    expect(query).toMatchObject({ category: 'printers', search: null, featured: false, brands: ['HP'], page: 2 })
    expect(paths.listing(query)).toBe('/category/printers?brand=HP&sort=name&page=2')
    expect(listingLink(query)).toBe('/category/printers?brand=HP&sort=name&page=2#products')
    expect(listingLink(parseListingQuery('?category=printers&page=2'))).toBe('/products?category=printers&page=2')
  })

  test('leaves out what is the default', () => {
    expect(paths.products(parseListingQuery('?price=all&inStock=false&page=1&brand='))).toBe('/products')
  })

  test.each(['?page=0', '?page=-1', '?page=2.5', '?page=1e3', '?page=x', '?page='])(
    'starts at the first page for %s',
    (address) => {
      expect(parseListingQuery(address).page).toBe(1)
    },
  )

  test('ignores a sort and a price range that do not exist', () => {
    expect(parseListingQuery('?sort=cheapest&price=cheap')).toMatchObject({ sort: null, price: 'all' })
  })

  test('names a brand once however often it is given', () => {
    expect(parseListingQuery('?brand=HP&brand=HP&brand=%20HP%20').brands).toEqual(['HP'])
  })

  test('is the same list for any order of the chosen brands', () => {
    expect(productsPath(parseListingQuery('?brand=HP&brand=Canon'))).toBe(
      productsPath(parseListingQuery('?brand=Canon&brand=HP')),
    )
  })

  test('cuts a term at what the server takes', () => {
    expect(parseListingQuery(`?search=${'m'.repeat(140)}`).search).toHaveLength(100)
  })

  test('takes a blank search for none', () => {
    expect(parseListingQuery('?search=%20%20').search).toBeNull()
  })
})

describe('the calls of a listing', () => {
  test('ask for one page of 24', () => {
    expect(productsPath(parseListingQuery(''))).toBe('/api/products?limit=24')
    expect(productsPath(parseListingQuery('?category=printers&brand=HP&sort=name&page=3'))).toBe(
      '/api/products?category=printers&brand=HP&sort=name&limit=24&offset=48',
    )
  })

  test('count the same products on every page and in every order', () => {
    expect(facetsPath(parseListingQuery('?category=printers&sort=name&page=3'))).toBe(
      '/api/products/facets?category=printers',
    )
    expect(facetsPath(parseListingQuery('?sort=name'))).toBe('/api/products/facets')
  })
})

describe('the title of a listing', () => {
  test.each([
    ['?category=photo-printers', 'Photo Printers'],
    ['?category=pos-systems&search=star', 'Pos Systems'],
    ['?search=m404', 'Search: m404'],
    ['?featured=true', 'Featured Products'],
    ['?business=true', 'Business Solutions'],
    ['', 'All Products'],
  ])('of %s is %s', (address, title) => {
    expect(listingTitle(parseListingQuery(address))).toBe(title)
  })
})

describe('filters', () => {
  test('count each brand, the price range and In Stock Only', () => {
    expect(countFilters(parseListingQuery('?brand=HP&brand=Canon&price=under-100&inStock=true&sort=name'))).toBe(4)
    expect(countFilters(parseListingQuery('?category=printers&sort=name&page=2'))).toBe(0)
  })

  test('are all gone once they are cleared', () => {
    const query = parseListingQuery('?brand=HP&price=under-100&inStock=true&fits=hp-1&duplex=yes')
    expect(countFilters({ ...query, ...NO_FILTERS })).toBe(0)
  })

  test('of facets count each value, and have one address in whatever order they are chosen', () => {
    const one = toggleChoice(toggleChoice(parseListingQuery('?page=2'), 'duplex', 'yes'), 'technology', 'laser')
    expect(paths.listing(one)).toBe('/products?technology=laser&duplex=yes')
    expect(countFilters(one)).toBe(2)
    expect(paths.listing(toggleChoice(one, 'duplex', 'yes'))).toBe('/products?technology=laser')
  })

  test('start again at the first page when a brand is added or removed', () => {
    const query = parseListingQuery('?brand=HP&page=3')
    expect(paths.products(toggleBrand(query, 'Canon'))).toBe('/products?brand=Canon&brand=HP')
    expect(paths.products(toggleBrand(query, 'HP'))).toBe('/products')
  })
})

describe('page numbers', () => {
  test('show every page while there are few', () => {
    expect(pageNumbers(2, 4)).toEqual([1, 2, 3, 4])
  })

  test('leave out what is far away, but never a single page', () => {
    expect(pageNumbers(1, 9)).toEqual([1, 2, null, 9])
    expect(pageNumbers(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9])
    expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9])
  })
})
