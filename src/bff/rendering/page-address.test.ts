import { describe, expect, it } from 'vitest'
import { pageAddress, redirectOf } from './page-address.ts'

describe("a page's address", () => {
  it.each([
    ['/', '/'],
    ['/?utm_campaign=spring&fbclid=x', '/'],
    ['/products/', '/products'],
    ['/products/42?ref=letter', '/products/42'],
    ['/products?search=laser&category=printers&gclid=1', '/products?category=printers&search=laser'],
    ['/products?brand=HP&brand=Canon', '/products?brand=Canon&brand=HP'],
    ['/products?category=', '/products'],
    ['//evil.example/x', null],
    ['/%zz', null],
  ])('%s is kept as %s', (url, expected) => expect(pageAddress(url)).toBe(expected))

  it('leads on where the shop links to a list', () => {
    expect(redirectOf('/business')).toBe('/products?business=true')
    expect(redirectOf('/products')).toBeNull()
  })
})
