import { expect, test } from 'vitest'
import { ariaCurrent, FOOTER_COLUMNS, isActiveLink, NAV_LINKS } from './nav-links.ts'

test('the header has four links, in this order', () => {
  expect(NAV_LINKS.map(({ label, to }) => [label, to])).toEqual([
    ['All Products', '/products'],
    ['Printers', '/category/printers'],
    ['Photo Printers', '/category/photo-printers'],
    ['Contact Us', '/contact'],
  ])
})

test('a header link is highlighted on its page and on those whose path begins with it', () => {
  expect(isActiveLink('/products', '/products')).toBe(true)
  expect(isActiveLink('/products/42', '/products')).toBe(true)
  expect(isActiveLink('/category/photo-printers', '/category/printers')).toBe(false)
  expect(isActiveLink('/', '/products')).toBe(false)
})

test('only the page itself is announced as the current page', () => {
  expect(ariaCurrent('/products', '/products')).toBe('page')
  expect(ariaCurrent('/products/42', '/products')).toBe('true')
  expect(ariaCurrent('/cart', '/products')).toBeUndefined()
})

test('the footer leads to every page that the shop promises, to every category and to all help', () => {
  const addresses = FOOTER_COLUMNS.flatMap(({ links }) => links.map(({ to }) => to))
  expect(addresses.toSorted()).toEqual([
    '/about',
    '/business',
    '/careers',
    '/category/photo-printers',
    '/category/printers',
    '/contact',
    '/data-request',
    '/faq',
    '/finder',
    '/installation',
    '/manuals',
    '/partners',
    '/press',
    '/privacy',
    '/products?category=barcode-scanners',
    '/products?category=pos-systems',
    '/products?category=scanners',
    '/products?category=supplies',
    '/returns',
    '/support',
    '/terms',
    '/track',
    '/warranty',
  ])
})
