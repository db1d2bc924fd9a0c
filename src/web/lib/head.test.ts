import { describe, expect, test } from 'vitest'
import { documentTitle } from '#contracts/screens'
import { headMarkup } from './head.tsx'

describe('the head of a page', () => {
  test('ends every title in the name of the shop', () => {
    expect(documentTitle('All Products')).toBe('All Products - superprinter')
  })

  test('makes addresses absolute and leaves those alone that are', () => {
    const markup = headMarkup(
      { title: 'DS2208', canonical: '/products/7', image: 'https://cdn.example/a.png' },
      'https://shop.example',
    )
    expect(markup).toContain('<link rel="canonical" href="https://shop.example/products/7" data-head>')
    expect(markup).toContain('<meta property="og:url" content="https://shop.example/products/7" data-head>')
    expect(markup).toContain('<meta property="og:image" content="https://cdn.example/a.png" data-head>')
  })

  test('makes the addresses of structured data absolute, and leaves its texts as they are', () => {
    const jsonLd = { name: '/dev/null', url: '/products/7', image: ['/a.svg', 'HTTPS://cdn.example/b.png'], item: '/' }
    const block = /ld\+json">(.*)<\/script>/.exec(headMarkup({ title: 'DS2208', jsonLd }, 'https://shop.example'))?.[1]
    expect(JSON.parse(block ?? '')).toEqual({
      name: '/dev/null',
      url: 'https://shop.example/products/7',
      image: ['https://shop.example/a.svg', 'HTTPS://cdn.example/b.png'],
      item: 'https://shop.example/',
    })
  })

  test('lets nothing out of a title, an attribute or a JSON-LD block', () => {
    const markup = headMarkup(
      { title: '</title><script>', description: '"><img src=x>', jsonLd: { name: '</script><b>' } },
      'https://shop.example',
    )
    expect(markup).not.toMatch(/<(img|b)\b/)
    expect(markup.match(/<script/g)).toHaveLength(1)
    expect(markup.match(/<\/script>/g)).toHaveLength(1)
    const block = /ld\+json">(.*)<\/script>/.exec(markup)?.[1] ?? ''
    expect(JSON.parse(block)).toEqual({ name: '</script><b>' })
  })

  test('keeps search engines away from what is not there', () => {
    expect(headMarkup({ title: '404 Page Not Found', status: 404 }, '')).toContain('content="noindex"')
    expect(headMarkup({ title: 'Cart', noindex: true }, '')).toContain('content="noindex"')
    expect(headMarkup({ title: 'All Products' }, '')).not.toContain('noindex')
  })
})
