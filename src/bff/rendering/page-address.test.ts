import { describe, expect, it } from 'vitest'
import { readPageAddress } from './page-address.ts'

describe("a page's address", () => {
  it.each([
    ['/', '/'],
    ['/?utm_campaign=spring&fbclid=x', '/'],
    ['/products/42?ref=letter', '/products/42'],
    ['/products?search=laser&category=printers&gclid=1', '/products?category=printers&search=laser'],
    ['/products?brand=HP&brand=Canon', '/products?brand=Canon&brand=HP'],
    ['/products?category=', '/products'],
    ['/no/such/Page?a=1', '/-not-found'],
    ['/no/such/page/', '/-not-found'],
    ['/products/a%2Fb', '/products-not-found'],
    ['/products/a%20b', '/products/a%20b'],
    ['/%2563heckout', '/-not-found'],
    ['/products/1/2', '/products-not-found'],
    ['/contacts', '/contact-not-found'],
    ['/admin/orders/100001?page=2', '/admin'],
  ])('%s has the canonical form %s', (url, expected) => {
    expect(readPageAddress(url)).toMatchObject({ address: expected, redirect: null })
  })

  it.each(['//evil.example/x', '/%zz'])('%s is not valid', (url) => expect(readPageAddress(url)).toBeNull())

  it.each([
    ['/business', '/products?business=true'],
    ['/Category/Scanners/?utm_source=mail', '/products?category=scanners'],
    ['/Products?search=HP&utm_source=mail', '/products?search=HP&utm_source=mail'],
    ['/PRODUCTS/42/', '/products/42'],
    ['/products/', '/products'],
    ['/products//?search=HP', '/products?search=HP'],
    ['/admin/', '/admin'],
    ['/%63heckout', '/checkout'],
    ['/Admin/orders/?page=2', '/admin/orders?page=2'],
    ['/%41CCOUNT/?x=1', '/account?x=1'],
    ['/products/%34%32', '/products/42'],
    ['/Verify-Email?token=aBc', '/verify-email?token=aBc'],
  ])('%s redirects to %s', (url, expected) => expect(readPageAddress(url)?.redirect).toBe(expected))
})
