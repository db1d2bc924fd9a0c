import { describe, expect, test } from 'vitest'
import type { Fitting } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { firstReads } from '#contracts/screen-reads'
import { render } from '../../testing/render.ts'
import { aProduct } from '../../testing/a-product.ts'

const FACETS = {
  total: 2,
  brands: [
    { brand: 'Canon', count: 1 },
    { brand: 'HP', count: 1 },
  ],
  priceRanges: [],
  inStock: 2,
  categories: [
    { category: 'printers', count: 2 },
    { category: 'scanners', count: 0 },
  ],
  choices: { technology: { laser: 1, inkjet: 0 }, duplex: { yes: 2 } },
  shortcuts: { 'color-laser': 0, duplex: 2, 'up-to-400': 1, copies: 0, wifi: 0, 'large-paper': 0 },
}
const NOTHING_FITS: Fitting = { products: [], black: null, color: null, model: null }
const PRODUCTS = [
  aProduct({ id: 1, name: 'HP LaserJet Pro M404dn', price: '279.00', originalPrice: '329.00', tags: ['sale', 'new'] }),
  aProduct({ id: 2, name: 'Canon PIXMA G3270', brand: 'Canon', reviewCount: 0, inStock: false }),
]

/** The page as the server renders it, with these products as the answer to every list. */
async function page(
  url: string,
  answers: { products?: readonly Product[]; product?: Product | null; facets?: object; fitting?: Fitting } = {},
) {
  const { products = PRODUCTS, product = products[0], facets = FACETS, fitting = NOTHING_FITS } = answers
  const answer = (key: string) =>
    key.includes('facets')
      ? facets
      : key.endsWith('/reviews')
        ? []
        : key.endsWith('/fitting')
          ? fitting
          : /\/\d+$/.test(key)
            ? product
            : products
  const data = Object.fromEntries(firstReads(url).map((key) => [key, answer(key)]))
  const { status, head, html } = await render({ url, origin: 'https://shop.example', data })
  const text = html
    .replaceAll(/<(?:svg|noscript)[\s\S]*?<\/(?:svg|noscript)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s*\n\s*/g, '\n')
  return { status, head, html, text, articles: html.split('<article').length - 1 }
}

describe('the listing', () => {
  test('shows title, count and products without a script', async () => {
    const { head, text, articles } = await page('/products?category=photo-printers')
    expect(head).toContain('<title>Photo Printers - superprinter</title>')
    expect(text).toContain('Photo Printers\n2 products\n')
    expect(articles).toBe(2)
  })

  test('counts one product as one', async () => {
    const { text } = await page('/products', { products: PRODUCTS.slice(0, 1), facets: { ...FACETS, total: 1 } })
    expect(text).toContain('\n1 product\n')
  })

  test('says so when nothing matches', async () => {
    const { text, head } = await page('/products?search=zzz', { products: [], facets: { ...FACETS, total: 0 } })
    expect(text).toContain('No products found matching your criteria.')
    expect(text).toContain('Clear All Filters')
    expect(head).toContain('<title>Search: zzz - superprinter</title>')
    expect(head).toContain('noindex')
  })

  test.each([
    '/products?category=cheap-pills',
    '/products?page=9999',
    '/category/printers?page=2',
    '/category/photo-printers',
  ])('%s stays out of search engines when nothing stands on it', async (url) => {
    expect((await page(url, { products: [] })).head).toContain('<meta name="robots" content="noindex"')
    const category = /\/category\/([\w-]+)/.exec(url)?.[1] ?? 'printers'
    expect((await page(url, { products: [aProduct({ category })] })).head).not.toContain('noindex')
  })

  test('says which words were left out, and what the search says about the price', async () => {
    const reading = {
      asked: 'fax A3',
      kept: 'fax',
      leastPrice: null,
      mostPrice: '399.99',
      sort: 'price-low',
      leastSpeed: null,
      leastGrams: null,
      mostGrams: null,
      without: [],
      wider: null,
    }
    const { text } = await page('/products?search=cheap+fax+A3+under+400', {
      facets: { ...FACETS, total: 1008, reading },
    })
    expect(text).toContain('No product has all of: fax A3. 1,008 have fax. Price up to $399.99. Lowest price first.')
  })

  test('says how fast and light it was understood to be asked for, without what, and that the cheapest pages come first', async () => {
    const reading = {
      asked: 'laser',
      kept: null,
      leastPrice: null,
      mostPrice: null,
      sort: 'page-cost',
      leastSpeed: 35,
      leastGrams: null,
      mostGrams: 9999,
      without: ['wifi', 'HP'],
      wider: 'laser',
    }
    const { text, html } = await page('/products?search=laser+not+hp&brand=Brother', { facets: { ...FACETS, reading } })
    // What a press takes back says it itself.
    expect(text).toContain('35 pages a minute or more. Up to 22 lb (10 kg). Cheapest page first.')
    const asTyped = { facets: { ...FACETS, reading: { ...reading, wider: null } } }
    expect((await page('/products?search=laser+not+hp', asTyped)).text).toContain(
      'Without wifi, HP. Cheapest page first.',
    )
    // A press shows what was left out, with the other filters as they are.
    const chip = /<a[^>]*aria-label="Remove filter: Without wifi, HP"[^>]*>/.exec(html)?.[0]
    expect(/href="([^"]*)"/.exec(chip ?? '')?.[1]).toBe('/products?search=laser&amp;brand=Brother')
  })

  test('asks on supplies which printer they are for, in the place of the search that other lists keep', async () => {
    const hidden = /<input(?=[^>]*type="hidden")(?=[^>]*name="search")/
    const supplies = await page('/products?category=supplies&search=ET-2850')
    expect(supplies.text).toContain('Fits this printer')
    expect(supplies.html).not.toMatch(hidden)
    const models = { found: [{ slug: 'epson-et-2850', name: 'Epson ET-2850', count: 4 }], total: 90, makers: ['Epson'] }
    const chosen = await page('/products?category=supplies&fits=epson-et-2850', { facets: { ...FACETS, models } })
    expect(chosen.html).toContain('aria-label="Remove filter: Fits Epson ET-2850"')
    expect(chosen.html).toMatch(/<input(?=[^>]*name="fits")(?=[^>]*checked="")(?=[^>]*value="epson-et-2850")/)
    expect(chosen.text).toContain('90 models. Type yours to find it.')
    const printers = await page('/products?category=printers&search=ET-2850')
    expect(printers.text).not.toContain('Fits this printer')
    expect(printers.html).toMatch(hidden)
  })

  test('offers every sort and price range of the shop', async () => {
    const { html } = await page('/products')
    for (const value of [
      'featured',
      'price-low',
      'price-high',
      'name',
      'rating',
      'all',
      'under-100',
      '100-300',
      '300-500',
      'over-500',
    ]) {
      expect(html).toContain(`<option value="${value}"`)
    }
  })

  test('shows 12 skeletons until its products are there', async () => {
    const { html } = await render({ url: '/products', origin: 'https://shop.example', data: {} })
    expect(html.split('data-testid="product-skeleton"').length - 1).toBe(12)
  })
})

describe('a card', () => {
  test('says what a product costs less, and what stands out about it', async () => {
    const { text } = await page('/products')
    expect(text).toContain('\n$279.00\n')
    expect(text).toContain('\n$329.00\n')
    expect(text).toContain('\nSave $50.00\n')
    expect(text).toContain('\nSale\nNew\n')
  })

  test('of a product that is out of stock cannot be put into the cart', async () => {
    const { html, text } = await page('/products', { products: PRODUCTS.slice(1) })
    expect(text).toContain('\nOut of Stock\n')
    expect(text).toContain('No reviews yet')
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>(?:<svg[\s\S]*?<\/svg>)?Add to Cart/)
  })

  // A list has 24 cards and some fifty choices, and a slow phone feels each element of them.
  test('is at most 38 elements, and a choice of a filter four', async () => {
    const { html } = await page('/products')
    const [card = ''] = /<article[\s\S]*?<\/article>/.exec(html) ?? []
    const [choice = ''] = /<label class="tick-line[\s\S]*?<\/label>/.exec(html) ?? []
    expect(card).toContain('Compare')
    expect(elementsOf(card)).toBeLessThanOrEqual(38)
    expect(choice).toContain('In Stock Only')
    expect(elementsOf(choice)).toBe(4)
  })
})

describe('the product page', () => {
  test('lists the supplies of a printer and shows what a page costs as a sum', async () => {
    const toner = aProduct({ id: 7, name: 'Toner X', category: 'supplies', price: '89.00' })
    const drum = aProduct({ id: 8, name: 'Drum', category: 'supplies', price: '20.00', inStock: false })
    const { html, text } = await page('/products/1', {
      fitting: {
        products: [toner, drum],
        black: { cents: 3.4, parts: [{ productId: 7, price: '89.00', pageYield: 2600, supplyColor: 'black' }] },
        color: null,
        model: 'hp-laserjet-9',
      },
    })
    expect(html).toContain('href="/products?category=supplies&amp;fits=hp-laserjet-9"')
    expect(text).toContain('Everything it needs')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Black page Black $89.00 ÷ 2,600 pages = 3.4¢')
    expect(text).not.toContain('Color page')
    expect(html).toContain('href="/products/7"')
    expect(html).toMatch(/aria-description="Toner X"/)
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*aria-description="Drum"|aria-description="Drum"[^>]*disabled=""/)
  })

  test('of a supply leads to the printers that it fits, and names the others', async () => {
    const supply = aProduct({ category: 'supplies', name: 'Toner X', fits: ['HP LaserJet 9', 'HP LaserJet 8'] })
    const { html, text } = await page('/products/1', {
      product: supply,
      fitting: { products: [aProduct({ id: 9, name: 'HP LaserJet 9' })], black: null, color: null, model: null },
    })
    expect(text).toContain('Fits these printers')
    expect(html).toContain('href="/products/9"')
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Also fits HP LaserJet 8')
  })

  test('says nothing about supplies where none fits', async () => {
    expect((await page('/products/1')).text).not.toMatch(/Everything it needs|Fits these/)
  })

  test('says everything about the product', async () => {
    const { text, head } = await page('/products/1', {
      product: aProduct({
        stockQuantity: 3,
        isFeatured: true,
        reviewCount: 5,
        specifications: { Speed: '40 ppm' },
        features: ['Two-sided'],
      }),
    })
    for (const words of [
      'Back to Products',
      'Featured',
      'HP LaserJet Pro M404dn',
      '5 reviews',
      'In Stock',
      'Only 3 left',
      'Free shipping over $50',
      '2-year warranty',
      '30-day returns',
      'Specifications',
      'Shipping & Returns',
      'Speed',
      '40 ppm',
      'Two-sided',
    ]) {
      expect(text).toContain(`\n${words}\n`)
    }
    expect(head).toContain('<link rel="canonical" href="https://shop.example/products/1" data-head>')
    expect(head).toContain('"url":"https://shop.example/products/1"')
  })

  test('says the price, the stock and four facts before the long description', async () => {
    const product = aProduct({
      description: 'A long story.',
      specifications: { Weight: '19 lb', 'Print speed': '40 pages per minute', Technology: 'Mono laser' },
    })
    const { text } = await page('/products/1', { product })
    const words = ['$279.00', 'In Stock', 'Technology\nMono laser\nPrint speed\n40 ppm', 'Add to Cart', 'A long story.']
    const places = words.map((each) => text.indexOf(`\n${each}\n`))
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  test('that is out of stock leads to others of its kind', async () => {
    const product = aProduct({ id: 9, inStock: false })
    const leads = /href="\/category\/printers"[^>]*>All (?:<!-- -->)?Printers</g
    const html = async (shown: Product) => (await page('/products/9', { product: shown })).html
    const outOfStock = (await html(product)).match(leads)?.length ?? 0
    expect(outOfStock).toBe(((await html({ ...product, inStock: true })).match(leads)?.length ?? 0) + 1)
  })

  test('of a made-to-order product says so', async () => {
    expect((await page('/products/1', { product: aProduct({ stockQuantity: 0 }) })).text).toContain('\nMade to order\n')
  })

  test.each(['/products/999', '/products/abc', '/products/0'])(
    'says at %s that there is no such product',
    async (url) => {
      const { status, text } = await page(url, { product: null })
      expect(status).toBe(404)
      expect(text).toContain("Product Not Found\nThe product you're looking for doesn't exist.\nBrowse All Products")
    },
  )
})

describe('the category pages', () => {
  test('are listings of 24 with sort, filters and pages at addresses of their own', async () => {
    const { html, text } = await page('/category/printers?brand=HP&page=2', { facets: { ...FACETS, total: 1008 } })
    expect(text).toContain('\n1,008 Products Available\npage 2 of 42\n')
    expect(html).toMatch(/<form[^>]* action="\/category\/printers"/)
    expect(html).not.toContain('name="category"')
    for (const choices of ['?brand=HP', '?brand=HP&amp;page=3', '']) {
      expect(html).toContain(`href="/category/printers${choices}#products"`)
    }
    expect(html).toContain('aria-label="Remove filter: HP"')
    expect(html).toContain('<option value="price-low"')
    expect(html).toContain('id="products"')
  })

  test('offer what printers are chosen by, and say before it is pressed what would leave nothing', async () => {
    const { html } = await page('/category/printers?technology=laser&price=100-400')
    const box = (value: string) => new RegExp(`<input[^>]*value="${value}"[^>]*>`).exec(html)?.[0] ?? ''
    expect(box('laser')).toContain('checked')
    expect(box('inkjet')).toContain('disabled')
    expect(box('impact')).toBe('')
    expect(html).toContain('href="/products?category=printers&amp;price=100-400&amp;technology=laser"')
    expect(html).not.toContain('href="/products?category=scanners&amp;')
    expect(html).toContain('<option value="100-400" selected="">$100 - $400</option>')
    for (const chip of ['Laser', '$100 - $400']) expect(html).toContain(`aria-label="Remove filter: ${chip}"`)
  })

  test('have one canonical address per page of products, whatever is filtered', async () => {
    const canonical = async (url: string) => /rel="canonical" href="([^"]*)"/.exec((await page(url)).head)?.[1]
    expect(await canonical('/category/printers')).toBe('https://shop.example/category/printers')
    expect(await canonical('/category/photo-printers?page=3&sort=name&inStock=true&price=over-500')).toBe(
      'https://shop.example/category/photo-printers?page=3',
    )
  })

  test('say when only the filters leave nothing', async () => {
    const none = { products: [], facets: { ...FACETS, total: 0 } }
    const { text } = await page('/category/printers?brand=Nobody', none)
    expect(text).toContain('No products found matching your criteria.\nClear All Filters')
    expect(text).not.toContain('No Printers Found')
  })

  test('lead back from behind their last page', async () => {
    const { html, text } = await page('/category/photo-printers?page=9', {
      products: [],
      facets: { ...FACETS, total: 30 },
    })
    expect(text).toContain('\nThis list ends at page 2\nGo to page\n2\n')
    expect(html).toContain('href="/category/photo-printers?page=2#products"')
    for (const words of ['Clear All Filters', 'page 9 of']) expect(text).not.toContain(words)
    const nothing = await page('/products?brand=Nobody&page=9', { products: [], facets: { ...FACETS, total: 0 } })
    expect(nothing.text).toContain('No products found matching your criteria.\nClear All Filters')
  })

  test('count what they show, and show only their own', async () => {
    const { text, articles } = await page('/category/printers', {
      products: [...PRODUCTS, aProduct({ id: 3, category: 'scanners' })],
    })
    expect(text).toContain('\n2 Products Available\n')
    expect(articles).toBe(2)
    const photo = await page('/category/photo-printers', { products: [aProduct({ category: 'photo-printers' })] })
    expect(photo.text).toContain('\n2 Models Available\n')
    const one = { products: [aProduct({})], facets: { ...FACETS, total: 1 } }
    expect((await page('/category/printers', one)).text).toContain('\n1 Product Available\n')
    expect((await page('/category/photo-printers', one)).text).toContain('\n1 Model Available\n')
  })

  test.each([
    ['/category/printers', 'No Printers Found', 8],
    ['/category/photo-printers', 'No Photo Printers Found', 4],
  ])('%s says "%s" when it is empty and shows %i skeletons while it waits', async (url, words, skeletons) => {
    const none = { products: [], facets: { ...FACETS, total: 0 } }
    expect((await page(url, none)).text).toContain(`\n${words}\n`)
    const { html } = await render({ url, origin: 'https://shop.example', data: {} })
    expect(html.split('data-testid="product-skeleton"').length - 1).toBe(skeletons)
  })
})

describe('the home page', () => {
  test('sells the most sold printers and leads everywhere', async () => {
    const { html, text, articles } = await page('/')
    expect(articles).toBe(1)
    for (const words of ['Shop Printers', 'View All Products', 'Most Selling Printers', 'Request Quote'])
      expect(text).toContain(`\n${words}\n`)
    const claims = ['Starting at $199', '30+\npages per minute', '5 sec\nfirst page', 'up to\n55 ppm\ntop of the range']
    expect(claims.filter((words) => !text.includes(words))).toEqual([])
    for (const address of [
      '/category/printers',
      '/category/photo-printers',
      '/category/scanners',
      '/products',
      '/products?category=printers',
      '/contact?inquiryType=sales&amp;subject=Request+for+a+quote',
    ]) {
      expect(html).toContain(`href="${address}"`)
    }
  })

  test('shows 4 skeletons while it waits', async () => {
    const { html } = await render({ url: '/', origin: 'https://shop.example', data: {} })
    expect(html.split('data-testid="product-skeleton"').length - 1).toBe(4)
  })
})

const elementsOf = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0
