import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ProductFacets, ProductList, ReviewList } from '#contracts/catalog'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCountedProduct, aCustomer, anOrder, productsOf } from '../testing/shop-requests.ts'

let shop: RunningShop
const get = (path: string) => request(shop.app.server).get(path)

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

describe('the list of products', () => {
  it('answers all products and their count', async () => {
    const answer = await get('/api/products').expect(200)
    const products = ProductList.parse(answer.body)
    expect(products.length).toBeGreaterThanOrEqual(64)
    expect(answer.headers['x-total-count']).toBe(String(products.length))
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('filters by category, brands, price, stock and business use', async () => {
    const brands = (
      await get('/api/products?category=printers&brand=HP&brand=Canon&price=100-300&inStock=true').expect(200)
    ).body
    expect(brands.length).toBeGreaterThan(0)
    for (const product of brands) {
      expect(product).toMatchObject({ category: 'printers', inStock: true })
      expect(['HP', 'Canon']).toContain(product.brand)
      expect(Number(product.price)).toBeGreaterThanOrEqual(100)
      expect(Number(product.price)).toBeLessThanOrEqual(300)
    }
    const business = (await get('/api/products?business=true').expect(200)).body
    expect(business.length).toBeGreaterThan(0)
    expect(business.every((product: { isBusinessProduct: boolean }) => product.isBusinessProduct)).toBe(true)
    await get('/api/products?category=unknown').expect(200, [])
  })

  it('answers products by their exact names', async () => {
    const names = ['HP LaserJet Pro M404dn', 'HP DeskJet 4155e']
    const query = new URLSearchParams([...names, 'HP Nothing', 'deskjet'].map((name) => ['name', name]))
    const answer = await get(`/api/products?${query}`).expect(200)
    expect(ProductList.parse(answer.body).map(({ name }) => name)).toEqual(expect.arrayContaining(names))
    expect([answer.body.length, answer.headers['x-total-count']]).toEqual([2, '2'])
    await get('/api/products?name=').expect(200, [])
  })

  it('answers pages that together are the list, each with the total count', async () => {
    const whole = (await get('/api/products?sort=price-low').expect(200)).body as { id: number; price: string }[]
    const first = await get('/api/products?sort=price-low&limit=24').expect(200)
    const second = await get('/api/products?sort=price-low&limit=24&offset=24').expect(200)
    expect(first.headers['x-total-count']).toBe(String(whole.length))
    expect([...first.body, ...second.body]).toEqual(whole.slice(0, 48))
    expect(whole.map(({ price }) => Number(price))).toEqual(
      whole.map(({ price }) => Number(price)).sort((left, right) => left - right),
    )
  })

  it.each([
    ['/api/products?category[$ne]=x', 'category[$ne]'],
    ['/api/products?search[$regex]=.*', 'search[$regex]'],
    ['/api/products?category=a&category=b', 'category'],
    ['/api/products?featured=yes', 'featured'],
    ['/api/products?limit=101', 'limit'],
    ['/api/products?limit=0', 'limit'],
    ['/api/products?limit=1e1', 'limit'],
    ['/api/products?offset=-1', 'offset'],
    ['/api/products?price=cheap', 'price'],
    ['/api/products?ids=', 'ids'],
    ['/api/products?ids=0', 'ids'],
    ['/api/products?ids=1,-2', 'ids'],
    ['/api/products?ids=1,,2', 'ids'],
    ['/api/products?ids=1,two', 'ids'],
    ['/api/products?ids=1.5', 'ids'],
    ['/api/products?ids=1e3', 'ids'],
    ['/api/products?ids=9007199254740993', 'ids'],
    ['/api/products?ids=1&ids=2', 'ids'],
    ['/api/products?ids=1&category=printers', 'ids'],
    ['/api/products?name=HP&category=printers', 'name'],
    [`/api/products?${'name=HP&'.repeat(21)}`, 'name'],
    ['/api/products?ids=1&limit=1', 'ids'],
    [`/api/products?ids=${Array.from({ length: 101 }, (_, index) => index + 1).join(',')}`, 'ids'],
    ['/api/products?sort=random', 'sort'],
    [`/api/products?search=${'x'.repeat(101)}`, 'search'],
    ['/api/products/facets?brand[$gt]=', 'brand[$gt]'],
    ['/api/search-suggestions?q=a&q=b', 'q'],
  ])('refuses %s and names the parameter', async (path, field) => {
    const answer = await get(path).expect(400)
    expect(answer.body).toMatchObject({
      code: 'VALIDATION',
      fields: { [field]: expect.any(String) },
      requestId: expect.any(String),
    })
  })

  it.each([
    ['limit=0', 'limit takes a number from 1 to 100'],
    ['limit=101', 'limit takes a number from 1 to 100'],
    ['limit=many', 'limit takes a number from 1 to 100'],
    ['offset=-1', 'offset takes a number from 0 to 999,999'],
    ['sort=random', 'sort: Choose featured, price-low, price-high, name, rating, page-cost'],
    ['inStock=maybe', 'inStock: Choose true, false'],
  ])('refuses %s and says what the parameter takes', async (query, message) => {
    const { body } = await get(`/api/products?${query}`).expect(400)
    expect(body.message).toBe(message)
  })

  it.each([
    [`name=${'HP&name='.repeat(20)}HP`, 'name', 'Give this parameter at most 20 times'],
    [`brand=${'HP&brand='.repeat(50)}HP`, 'brand', 'Give this parameter at most 50 times'],
    ['ids=1&ids=2', 'ids', 'Give this parameter once'],
    ['category=a&category=b&inStock=true&inStock=false', 'inStock', 'Give this parameter once'],
  ])('says how often %s may be given', async (query, field, message) => {
    expect((await get(`/api/products?${query}`).expect(400)).body.fields[field]).toBe(message)
  })

  it.each(['(a+)+$', '.*', '[', '\\', '%00', '😀', '\u202Eabc', 'x'.repeat(100)])(
    'takes the search %j literally',
    async (term) => {
      const answer = await get(`/api/products?search=${term === '%00' ? term : encodeURIComponent(term)}`).expect(200)
      expect(answer.body.length).toBeLessThan((await productsOf(shop)).length)
    },
  )
})

describe('one product', () => {
  it('has details, reviews with the newest first, and pictures', async () => {
    const [product] = (await productsOf(shop)).filter(({ reviewCount }) => reviewCount > 1)
    if (product === undefined) throw new Error('No product has reviews.')
    expect((await get(`/api/products/${product.id}`).expect(200)).body).toEqual(product)
    const reviews = ReviewList.parse((await get(`/api/products/${product.id}/reviews`).expect(200)).body)
    expect(reviews).toHaveLength(product.reviewCount)
    expect(reviews.map(({ createdAt }) => createdAt)).toEqual(
      reviews
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
    const picture = await get(product.image).expect(200)
    expect(picture.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': expect.stringContaining('max-age='),
    })
    await get(product.image).set('If-None-Match', String(picture.headers.etag)).expect(304)
  })

  it.each(['0', '-1', '1.5', '1e3', '0x10', '%207', 'abc', 'NaN', '9007199254740993', '1%00', '99999999'])(
    'knows no product %s',
    async (id) => {
      expect((await get(`/api/products/${id}`).expect(404)).body.code).toBe('PRODUCT_NOT_FOUND')
      expect((await get(`/api/products/${id}/reviews`).expect(404)).body.code).toBe('PRODUCT_NOT_FOUND')
    },
  )

  it('has its reviews and what fits it read twice at most, whatever somebody adds to the address', async () => {
    const { catalog } = shop.shop
    const reads = [vi.spyOn(catalog, 'listReviews'), vi.spyOn(catalog, 'listLinkedIds')]
    const [product] = (await productsOf(shop)).filter(({ reviewCount }) => reviewCount > 1).slice(1)
    for (const part of ['reviews', 'fitting']) {
      const asked = (added: string) => get(`/api/products/${product?.id}/${part}${added}`).expect(200)
      const plain = (await asked('')).body
      for (const added of ['?a=1', '?b=2', '?', '?a=1&c=3']) expect((await asked(added)).body).toEqual(plain)
    }
    expect(reads.map((read) => read.mock.calls.length <= 2)).toEqual([true, true])
    for (const read of reads) read.mockRestore()
  })

  it('has no picture for an unknown name or a path outside of the pictures', async () => {
    for (const name of ['nothing.svg', '..%2f..%2fpackage.json', '.env', `${'x'.repeat(300)}.svg`]) {
      await get(`/images/products/${name}`).expect(404).expect('content-type', /json/)
    }
  })
})

describe('products asked for by number', () => {
  const idsIn = ({ body }: { body: unknown }) => ProductList.parse(body).map(({ id }) => id)

  it('are answered in that order, each once, without unknown ones', async () => {
    const answer = await get('/api/products?ids=7,3,99999999,5,3,999999999999999').expect(200)
    expect(idsIn(answer)).toEqual([7, 3, 5])
    expect(answer.headers['x-total-count']).toBe('3')
    await get('/api/products?ids=99999999').expect(200, [])
  })

  it('are the same as each product alone', async () => {
    const { body } = await get('/api/products?ids=2,1').expect(200)
    expect(body).toEqual([(await get('/api/products/2')).body, (await get('/api/products/1')).body])
  })

  it('can be a hundred at once', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index + 1)
    const known = new Set((await productsOf(shop)).map(({ id }) => id))
    const answer = await get(`/api/products?ids=${ids.join(',')}`).expect(200)
    expect(idsIn(answer)).toEqual(ids.filter((id) => known.has(id)))
  })

  it('are refused with a clear message when a number is not valid', async () => {
    const { body } = await get('/api/products?ids=1,two').expect(400)
    expect(body).toMatchObject({
      code: 'VALIDATION',
      message: 'Give 1 to 100 product numbers with commas between them',
      requestId: expect.any(String),
    })
  })

  it('have a strong ETag, which changes when one of them is sold', async () => {
    const product = await aCountedProduct(shop)
    const path = `/api/products?ids=${product.id},1`
    const before = await get(path).expect(200)
    await get(path).set('If-None-Match', String(before.headers.etag)).expect(304)
    const { bearer } = await aCustomer(shop)
    await request(shop.app.server)
      .post('/api/orders')
      .set(bearer)
      .send(anOrder(product, {}, { quantity: 1 }))
      .expect(201)
    const after = await get(path).set('If-None-Match', String(before.headers.etag)).expect(200)
    expect(after.body[0].stockQuantity).toBe(product.stockQuantity - 1)
  })
})

describe('what a printer is chosen by', () => {
  it('filters by facets and by own prices, of several values of one facet by any', async () => {
    const found = async (query: string) => {
      const { body, headers } = await get(`/api/products?${query}`).expect(200)
      const facets = ProductFacets.parse((await get(`/api/products/facets?${query}`).expect(200)).body)
      expect(headers['x-total-count']).toBe(String(facets.total))
      return ProductList.parse(body)
    }
    const meant = await found('technology=laser&color=yes&duplex=yes&price=up-to-400')
    expect(meant.map(({ name }) => name).toSorted()).toEqual(['Brother HL-L3280CDW', 'Xerox C230'])
    const lasers = await found('category=printers&technology=laser')
    const tanks = await found('category=printers&technology=ink-tank')
    const either = await found('category=printers&technology=ink-tank&technology=laser')
    expect(either.length).toBe(lasers.length + tanks.length)
    for (const { price } of await found('price=199.99-249.99')) {
      expect(Number(price)).toBeGreaterThanOrEqual(199.99)
      expect(Number(price)).toBeLessThanOrEqual(249.99)
    }
    expect(await found('price=400-100')).toEqual(await found('price=100-400'))
  })

  it('counts for each choice the products that its address then lists', async () => {
    const address = 'category=printers&technology=laser&price=from-250'
    const facets = ProductFacets.parse((await get(`/api/products/facets?${address}`).expect(200)).body)
    const total = async (query: string) =>
      Number((await get(`/api/products?${query}&limit=1`)).headers['x-total-count'])
    expect(facets.choices.duplex?.yes).toBe(await total(`${address}&duplex=yes`))
    expect(facets.choices.technology?.inkjet).toBe(await total('category=printers&technology=inkjet&price=from-250'))
    expect(facets.shortcuts['up-to-400']).toBe(await total('category=printers&technology=laser&price=up-to-400'))
    const scanners = facets.categories.find(({ category }) => category === 'scanners')
    expect(scanners?.count).toBe(await total('category=scanners&technology=laser&price=from-250'))
    expect(facets.choices.technology).not.toHaveProperty('impact')
  })

  it.each([
    ['technology=steam', 'technology', 'Choose laser, inkjet'],
    ['technology=laser&technology=', 'technology', 'Choose laser, inkjet'],
    ['duplex=no', 'duplex', 'Choose yes'],
    ['duplex[$ne]=yes', 'duplex', ''],
    ['price=cheap', 'price', 'such as 100-400, from-100 or up-to-400'],
    ['price=-5-10', 'price', 'such as 100-400'],
    ['price=1e3-2e3', 'price', 'such as 100-400'],
  ])('says what can be chosen instead of %s', async (query, field, message) => {
    for (const path of ['/api/products', '/api/products/facets']) {
      const { body } = await get(`${path}?${query}`).expect(400)
      expect(JSON.stringify(body)).toContain(field)
      expect(JSON.stringify(body)).toContain(message)
    }
    const page = await get(`/products?${query}`).expect(200)
    expect(page.text).toContain('All Products')
  })
})

describe('facets and suggestions', () => {
  it('understand what a search says about the price, and say so', async () => {
    const read = async (search: string) => ({
      products: ProductList.parse((await get(`/api/products?search=${encodeURIComponent(search)}`).expect(200)).body),
      facets: ProductFacets.parse(
        (await get(`/api/products/facets?search=${encodeURIComponent(search)}`).expect(200)).body,
      ),
    })
    const limited = await read('printer under $200')
    expect(limited.products.length).toBeGreaterThan(0)
    for (const { price, category } of limited.products) {
      expect(Number(price)).toBeLessThan(200)
      expect(category).toBe('printers')
    }
    expect(limited.facets).toMatchObject({
      total: limited.products.length,
      reading: { mostPrice: '199.99', kept: null },
    })
    const cheap = await read('cheap printer')
    const prices = cheap.products.map(({ price }) => Number(price))
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(new Set(cheap.products.map(({ category }) => category))).toEqual(new Set(['printers']))
    expect(cheap.facets.reading).toMatchObject({ sort: 'price-low' })
    expect((await read('laser')).facets).not.toHaveProperty('reading')
  })

  it('say which words of a search the products have when none has all', async () => {
    const { body } = await get('/api/products/facets?search=fax%20zzqq').expect(200)
    expect(ProductFacets.parse(body).reading).toMatchObject({ asked: 'fax zzqq', kept: 'fax' })
    const products = ProductList.parse((await get('/api/products?search=fax%20zzqq').expect(200)).body)
    expect(products).toEqual((await get('/api/products?search=fax').expect(200)).body)
  })

  it('counts the products of each choice', async () => {
    const facets = ProductFacets.parse((await get('/api/products/facets?category=printers').expect(200)).body)
    const printers = (await get('/api/products?category=printers').expect(200)).body as { brand: string }[]
    expect(facets.total).toBe(printers.length)
    for (const { brand, count } of facets.brands)
      expect(printers.filter((each) => each.brand === brand)).toHaveLength(count)
  })

  it('suggests from two characters on, at most 8', async () => {
    await get('/api/search-suggestions').expect(200, [])
    await get('/api/search-suggestions?q=l').expect(200, [])
    const { body } = await get('/api/search-suggestions?q=laser').expect(200)
    expect(body.length).toBeGreaterThan(0)
    expect(body.length).toBeLessThanOrEqual(8)
  })
})

describe('cached answers', () => {
  it('have one strong ETag for the same bytes, and 304 for a caller that has them', async () => {
    const first = await get('/api/products?limit=5').expect(200)
    const again = await get('/api/products?limit=5').expect(200)
    expect(first.headers.etag).toMatch(/^"[\w-]+"$/)
    expect(again.headers.etag).toBe(first.headers.etag)
    const known = await get('/api/products?limit=5').set('If-None-Match', `"other", ${first.headers.etag}`).expect(304)
    expect(known.text).toBe('')
    expect(known.headers.etag).toBe(first.headers.etag)
  })

  it('are compressed as the caller accepts, with an ETag of their own', async () => {
    const plain = await get('/api/products?limit=24').set('Accept-Encoding', 'identity').expect(200)
    const packed = await get('/api/products?limit=24').set('Accept-Encoding', 'gzip').expect(200)
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers.vary).toBe('accept-encoding')
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    expect(packed.body).toEqual(plain.body)
    expect(
      (await get('/api/products?limit=24').set('Accept-Encoding', 'br;q=0, gzip;q=0')).headers['content-encoding'],
    ).toBeUndefined()
  })

  it('show the stock after an order at once, in the list and on the product, with another ETag', async () => {
    const product = await aCountedProduct(shop)
    const before = await get(`/api/products/${product.id}`).expect(200)
    const list = await get('/api/products').expect(200)
    const { bearer } = await aCustomer(shop)
    await request(shop.app.server)
      .post('/api/orders')
      .set(bearer)
      .send(anOrder(product, {}, { quantity: 2 }))
      .expect(201)

    const after = await get(`/api/products/${product.id}`).expect(200)
    expect(after.body.stockQuantity).toBe(product.stockQuantity - 2)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    const listed = await get('/api/products').set('If-None-Match', String(list.headers.etag)).expect(200)
    expect(listed.body.find(({ id }: { id: number }) => id === product.id).stockQuantity).toBe(
      product.stockQuantity - 2,
    )
  })
})
