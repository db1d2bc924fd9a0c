import { renderToStaticMarkup } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { ProductFacets } from '#contracts/catalog'
import { parseListingQuery } from '#contracts/listing'
import { FilterPanel } from './filter-panel.tsx'

const FACETS: ProductFacets = {
  total: 7,
  brands: [
    { brand: 'Canon', count: 7 },
    { brand: 'Brother', count: 0 },
  ],
  priceRanges: [
    { range: 'under-100', count: 0 },
    { range: '100-300', count: 7 },
  ],
  inStock: 0,
  categories: [
    { category: 'printers', count: 0 },
    { category: 'scanners', count: 7 },
  ],
  choices: { technology: { laser: 7, inkjet: 0 } },
  shortcuts: { 'color-laser': 0, duplex: 0, wifi: 0, copies: 0, 'large-paper': 0, 'up-to-400': 0 },
  models: { found: [{ slug: 'et-2850', name: 'ET-2850', count: 0 }], total: 1, makers: [] },
}

const rendered = (isCounted: boolean, facets = FACETS) =>
  renderToStaticMarkup(
    <StaticRouter location="/products">
      <FilterPanel
        query={parseListingQuery('category=supplies')}
        facets={facets}
        isCounted={isCounted}
        heading="h2"
        onChange={() => undefined}
      />
    </StaticRouter>,
  )

test('counts stand beside their choices, and what would leave nothing cannot be chosen', () => {
  const html = rendered(true)
  expect(html.match(/>\d+<|\(\d+\)/g)).toHaveLength(10)
  expect(html.match(/disabled=""/g)?.length).toBeGreaterThanOrEqual(4)
})

test('counts of a thousand and more have their digits in groups', () => {
  const html = rendered(true, {
    ...FACETS,
    brands: [
      { brand: 'Canon', count: 12_345 },
      { brand: 'Brother', count: 1000 },
    ],
    priceRanges: [{ range: '100-300', count: 12_345 }],
    categories: [
      { category: 'printers', count: 1000 },
      { category: 'scanners', count: 12_345 },
    ],
    inStock: 12_345,
    choices: { technology: { laser: 12_345 } },
  })
  expect(html.match(/>12,345<|\(12,345\)/g)).toHaveLength(5)
  expect(html).not.toMatch(/>\d{4,}<|\(\d{4,}\)/)
})

test('without counts every choice of the list before stays, none is counted, and each can be made', () => {
  const [counted, html] = [rendered(true), rendered(false)]
  expect(html).not.toMatch(/>\d+<|\(\d+\)/)
  // "Clear All", where nothing is chosen.
  expect(html.match(/disabled=""/g)).toHaveLength(1)
  const names = (text: string) => text.match(/(?<=value=")[^"]+|Printers|Scanners/g)
  expect(names(html)).toEqual(names(counted))
})

test('of more brands than are listed it says how many there are, also without script', () => {
  const brands = Array.from({ length: 8 }, (_, i) => ({ brand: `Brand ${i}`, count: 8 - i }))
  const bare = (html: string) => /<noscript>(.*?)<\/noscript>/.exec(html)?.[1] ?? ''
  const all = rendered(true, { ...FACETS, brands })
  expect(all).toContain('Show all 8')
  expect(bare(all)).not.toContain('not listed')
  const some = rendered(true, { ...FACETS, brands, moreBrands: 1200 })
  expect(some).toContain('Show 8<')
  expect(bare(some)).toContain('1,200 more brands are not listed.')
})
