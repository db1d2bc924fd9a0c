import { describe, expect, it } from 'vitest'
import { firstReads } from '#contracts/screen-reads'
import { readPageAddress } from './page-address.ts'

describe("a page's address", () => {
  it.each([
    ['/', '/'],
    ['/?utm_campaign=spring&fbclid=x', '/'],
    ['/products/42?ref=letter', '/products/42'],
    ['/products?search=laser&category=printers&gclid=1', '/products?category=printers&search=laser'],
    ['/products?brand=HP&brand=Canon', '/products?brand=Canon&brand=HP'],
    ['/products?category=', '/products'],
    ['/products?fits=et-2850&fits=&fits=dcp-1610', '/products?fits=dcp-1610&fits=et-2850'],
    ['/category/printers?fits=et-2850', '/category/printers?fits=et-2850'],
    // Of what is read once the browser takes the first one, also when it is empty.
    ['/products?search=b&search=a&page=2&page=1', '/products?search=b&page=2'],
    ['/products?search=&search=hp', '/products'],
    ['/compare?ids=2&ids=1', '/compare?ids=2'],
    ['/products/:id/2', '/products-not-found'],
    ['/no/such/Page?a=1', '/-not-found'],
    ['/no/such/page/', '/-not-found'],
    ['/products/a%2Fb', '/products-not-found'],
    ['/products/a%20b', '/products/a%20b'],
    ['/%2563heckout', '/-not-found'],
    ['/products/1/2', '/products-not-found'],
    ['/contacts', '/contact-not-found'],
    ['/admin/orders/100001?page=2', '/admin'],
    ['//evil.example/x', '/-not-found'],
    ['/%25zz', '/-not-found'],
  ])('%s has the canonical form %s', (url, expected) => {
    expect(readPageAddress(url)).toMatchObject({ address: expected, redirect: null })
  })

  it.each([
    '/products?category=supplies&search=ink&featured=true&business=true&brand=HP&brand=Canon&price=from-5&inStock=true',
    '/products?fits=et-2850&technology=laser&technology=inkjet&ink=black&yield=5000-up&sort=name&page=2&least=5&most=9',
    '/products?category=printers&category=scanners&inStock=true&inStock=false&sort=rating&sort=name',
    '/category/printers?fits=b&fits=a&price=&price=under-100',
    '/finder?prints=photos&prints=documents&pages=20&color=yes&scans=fax&connection=wifi&paper=tabloid',
    '/compare?ids=&ids=1',
  ])('%s is read alike from its canonical form and in the browser', (url) =>
    expect(firstReads(readPageAddress(url)?.address ?? '')).toEqual(firstReads(url)),
  )

  it.each(['/%zz', '*', '', '.evil.example/', 'http://evil.example/'])('%s is not valid', (url) =>
    expect(readPageAddress(url)).toBeNull(),
  )

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
