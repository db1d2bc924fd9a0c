import { expect, test } from 'vitest'
import type { FinderAnswer, FoundPrinter } from '#contracts/finder'
import { firstReads } from '#contracts/screen-reads'
import { render } from '../../testing/render.ts'
import { aProduct } from '../../testing/a-product.ts'

const CHEAPEST: FoundPrinter = {
  product: aProduct({ id: 1, name: 'Brother HL-L2460DW', price: '199.00' }),
  misses: [],
  threeYears: { parts: [{ pages: 1800, cents: 4.1, isColor: false }], total: '272.80' },
}
const UNKNOWN: FoundPrinter = {
  product: aProduct({ id: 2, name: 'Canon PIXMA G3270', price: '199.00' }),
  misses: ['scans'],
  threeYears: null,
}
const ADDRESS = '/finder?prints=documents&pages=50'

/** The text of the page as the server renders it. */
async function page(url: string, answer?: FinderAnswer): Promise<string> {
  const data = Object.fromEntries(firstReads(url).map((key) => [key, answer]))
  const { html } = await render({ url, origin: 'https://shop.example', data })
  return html
}
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

test('asks its questions by a plain form, with the answers of the address chosen', async () => {
  expect(await page('/finder')).toMatch(/<form (?=[^>]*method="get")[^>]*action="\/finder"/)
  expect(firstReads('/finder')).toEqual([])
  const html = await page('/finder?prints=photos&pages=77&paper=tabloid', { printers: [], fitting: 0, waysOut: [] })
  expect(html).toMatch(/<input (?=[^>]*name="prints")(?=[^>]*value="photos")[^>]*checked=""/)
  expect(html).toMatch(/<option value="77" selected/)
  expect(html).toMatch(/<option value="tabloid" selected/)
})

test('reads the printers of the address before it is rendered, whatever else stands there', () => {
  expect(firstReads(`${ADDRESS}&color=maybe&utm_source=x`)).toEqual([
    '/api/finder?prints=documents&pages=50&color=no&scans=no&connection=any&paper=any',
  ])
  expect(firstReads('/finder?prints=photos&pages=9999999')).toEqual([expect.stringContaining('pages=100&')])
  expect(firstReads('/finder?prints=photos&pages=0')).toEqual([expect.stringContaining('pages=1&')])
})

test('shows why each printer, and the sum over three years', async () => {
  const text = textOf(await page(ADDRESS, { printers: [CHEAPEST, UNKNOWN], fitting: 1, waysOut: [] }))
  expect(text).toContain('For 50 pages a month in black')
  expect(text).toContain('Costs the least over three years of all that do what you ask for.')
  expect(text).toMatch(/Printer \$199\.00 1,800 pages at 4\.1¢ \$73\.80 Over three years \$272\.80/)
  expect(text).toContain('It does the rest, but lacks a scanner.')
  expect(text).toContain('there is no sum over three years')
  expect(text).not.toContain('Nothing in stock fits all of your answers.')
})

test('says so when nothing does all of it, what is in the way, and what to answer instead', async () => {
  const waysOut = [{ changes: { paper: 'letter' as const }, fitting: 18 }]
  const html = await page(`${ADDRESS}&paper=tabloid`, { printers: [UNKNOWN], fitting: 0, waysOut })
  expect(textOf(html)).toContain('The nearest printers')
  expect(textOf(html)).toContain('Nothing in stock fits all of your answers. In the way: tabloid and A3.')
  expect(textOf(html)).toContain('letter paper instead: 18 printers')
  expect(html).toContain(
    'href="/finder?prints=documents&amp;pages=50&amp;color=no&amp;scans=no&amp;connection=any&amp;paper=letter"',
  )
  expect(textOf(await page(ADDRESS, { printers: [], fitting: 0, waysOut: [] }))).toContain(
    'Nothing in stock prints that',
  )
})
