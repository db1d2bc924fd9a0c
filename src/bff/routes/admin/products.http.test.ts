import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StaffReview } from '#contracts/admin'
import type { Product, Review } from '#contracts/catalog'
import { eventually } from '../../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { aCustomer, anOrder, aProvedCustomer, proveAddress } from '../../testing/shop-requests.ts'
import { staffScript } from '../../testing/staff-requests.ts'

describe('products that staff edit', () => {
  let shop: RunningShop
  let staff: { Authorization: string }
  const call = () => request(shop.app.server)
  beforeAll(async () => {
    shop = await startShop()
    staff = await staffScript(shop)
  })
  afterAll(() => shop.stop())

  /** No supply fits it: what a page costs is worked out after the answer, and would appear in a later one. */
  const add = async (body: Record<string, unknown>): Promise<Product> =>
    (
      await call()
        .post('/api/admin/products')
        .set(staff)
        .send({ name: 'Brother Quill 7', price: '179.99', ...body })
        .expect(201)
    ).body as Product
  const put = (id: number, body: Record<string, unknown>) =>
    call().put(`/api/admin/products/${id}`).set(staff).send(body)
  const shown = async (id: number): Promise<Product> =>
    (await call().get(`/api/products/${id}`).expect(200)).body as Product
  const logOf = async (id: number) =>
    (await shop.shop.admin.audit.list({ search: `product ${id}`, limit: 50, offset: 0 })).entries

  async function buy(product: Product, quantity: number): Promise<void> {
    const customer = await aCustomer(shop)
    await call()
      .post('/api/orders')
      .set(customer.bearer)
      .send(anOrder(product, {}, { quantity }))
      .expect(201)
  }

  it('a new product gets the specified defaults, and is in every list at once', async () => {
    const product = await add({ image: 'brother.svg', name: 'Zyx 9000 Printer' })
    expect(product).toMatchObject({
      slug: 'zyx-9000-printer',
      category: 'printers',
      price: '179.99',
      originalPrice: null,
      stockQuantity: 10,
      inStock: true,
      features: [],
      tags: [],
      rating: '0.0',
      reviewCount: 0,
      images: ['/images/products/brother.svg'],
      sku: null,
      isFeatured: false,
    })
    expect((await call().get('/api/products?search=zyx').expect(200)).body).toEqual([product])
    expect((await logOf(product.id))[0]).toMatchObject({
      action: 'product.created',
      changes: expect.arrayContaining([{ field: 'price', before: null, after: '179.99' }]),
    })
  })

  it('a supply says what it fits, and the printer of that name what a page costs', async () => {
    const printer = await add({ name: 'Qwertz P1', brand: 'Qwertz', sku: 'QP1' })
    expect(printer).not.toHaveProperty('costPerPage')
    const toner = await add({
      name: 'Qwertz T1 Toner',
      brand: 'Qwertz',
      category: 'supplies',
      price: '80.00',
      fits: ['P1'],
      pageYield: 2000,
      supplyColor: 'black',
    })
    expect(toner).toMatchObject({ category: 'supplies', fits: ['P1'], pageYield: 2000, supplyColor: 'black' })
    const costOf = async () => (await shown(printer.id)).costPerPage
    await eventually(async () => expect(await costOf()).toEqual({ black: 4, color: null }))

    await put(toner.id, { price: '67' }).expect(200)
    await eventually(async () => expect(await costOf()).toEqual({ black: 3.4, color: null }))
    const fitting = async (id: number) => (await call().get(`/api/products/${id}/fitting`).expect(200)).body
    const part = { productId: toner.id, price: '67.00', pageYield: 2000, supplyColor: 'black' }
    expect(await fitting(printer.id)).toEqual({
      products: [expect.objectContaining({ id: toner.id, price: '67.00' })],
      black: { cents: 3.4, parts: [part] },
      color: null,
      model: 'p1',
    })
    expect(await fitting(toner.id)).toMatchObject({ products: [{ id: printer.id }], black: null, color: null })
    await call().get('/api/products/999999/fitting').expect(404)
    const { body: sorted } = await call().get('/api/products?sort=page-cost&limit=1').expect(200)
    expect((sorted as Product[])[0]?.costPerPage).toBeDefined()

    expect((await put(toner.id, { fits: [], pageYield: null, supplyColor: null }).expect(200)).body).not.toHaveProperty(
      'fits',
    )
    await eventually(async () => expect(await costOf()).toBeUndefined())
    expect(await fitting(printer.id)).toEqual({ products: [], black: null, color: null, model: null })
    for (const wrong of [
      { pageYield: 0 },
      { pageYield: 1.5 },
      { supplyColor: 'green' },
      { fits: 'P1' },
      { fits: ['P\n1'] },
      { fits: Array.from({ length: 201 }, (_, i) => `P${i}`) },
    ])
      await put(toner.id, wrong).expect(400)
  })

  it('a row of a price list comes without pieces, and with everything it says', async () => {
    const row = {
      name: 'Epson EcoTank ET-2850',
      description: 'Refills.',
      category: 'photo-printers',
      brand: 'Epson',
      price: '249',
      originalPrice: '299.5',
      image: 'https://pictures.example/a.jpg',
      images: ['https://pictures.example/a.jpg', 'b.jpg'],
      specifications: 'Speed: 10 ppm',
      features: ['Wi-Fi'],
      inStock: true,
      isFeatured: true,
      isBusinessProduct: true,
      rating: '5',
      reviewCount: 99,
    }
    const { body } = await call().post('/api/products').set(staff).send(row).expect(201)
    expect(body).toMatchObject({
      stockQuantity: 0,
      inStock: true,
      price: '249.00',
      originalPrice: '299.50',
      specifications: 'Speed: 10 ppm',
      rating: '0.0',
      reviewCount: 0,
      brand: 'Epson',
    })
    expect(body.images).toEqual(['https://pictures.example/a.jpg', '/images/products/b.jpg'])
  })

  it('a row of a price list without a price is kept and not sold', async () => {
    const { body } = await call().post('/api/products').set(staff).send({ name: 'Priceless', price: '0' }).expect(201)
    expect(body).toMatchObject({ price: '0.00', inStock: false })
  })

  it.each([{}, { inStock: true }])('a new product without a price waits for one, with %j', async (said) => {
    const sent = { name: 'Priced later', price: '0', ...said }
    const { body } = await call().post('/api/admin/products').set(staff).send(sent).expect(201)
    expect(body).toMatchObject({ price: '0.00', stockQuantity: 10, inStock: false, awaitsPrice: true })
    const priced = await call().put(`/api/admin/products/${body.id}`).set(staff).send({ price: '5' }).expect(200)
    expect(priced.body).toMatchObject({ price: '5.00', inStock: true })
  })

  it('invisible characters are refused with the name of their field', async () => {
    const { body } = await call()
      .post('/api/admin/products')
      .set(staff)
      .send({ name: 'HP\u0000', description: 'two\n\tlines', brand: 'H\u001bP', price: 'cheap' })
      .expect(400)
    expect(body.fields).toEqual({
      name: 'Remove line breaks and control characters',
      brand: 'Remove line breaks and control characters',
      price: 'Enter a price like 1299.00',
    })
  })

  it('an edit changes what is sent and nothing else, and the log says what', async () => {
    const product = await add({ sku: 'KEEP-1', brand: 'Brother', specifications: { Speed: '34 ppm', '802.11': 'ax' } })
    const { body } = await put(product.id, {
      price: '159.00',
      rating: '5',
      reviewCount: 1000,
      image: product.image,
    }).expect(200)
    expect(body).toEqual({ ...product, price: '159.00', updatedAt: expect.any(String) })
    expect(await shown(product.id)).toEqual(body)
    const [entry] = await logOf(product.id)
    expect(entry).toMatchObject({
      action: 'product.updated',
      subject: `product ${product.id}`,
      changes: [{ field: 'price', before: '179.99', after: '159.00' }],
    })
  })

  it('is in the log and the history when somebody says that it waits for no price any more', async () => {
    const product = await add({ price: '25.00' })
    await put(product.id, { price: '0' }).expect(200)
    expect(await shown(product.id)).toMatchObject({ inStock: false, awaitsPrice: true })
    await put(product.id, { inStock: false }).expect(200)
    expect((await shown(product.id)).awaitsPrice ?? false).toBe(false)
    const [entry, earlier] = await logOf(product.id)
    expect(entry?.changes).toEqual([{ field: 'awaitsPrice', before: 'true', after: 'false' }])
    expect(earlier?.changes.map(({ field }) => field)).toEqual(['price', 'inStock'])
    const history = await call().get(`/api/admin/products/${product.id}/history`).set(staff).expect(200)
    expect(history.body[0].changes).toEqual(entry?.changes)
  })

  it('an edit that changes nothing leaves no line in the log', async () => {
    const product = await add({})
    expect((await put(product.id, { name: product.name, price: product.price }).expect(200)).body).toEqual(product)
    expect(await logOf(product.id)).toHaveLength(1)
  })

  it('rename and article number: the address follows, the number can be taken away and belongs to one product', async () => {
    const product = await add({ sku: 'ONE-1' })
    expect((await put(product.id, { name: 'Canon MF455dw' }).expect(200)).body.slug).toBe('canon-mf455dw')
    const other = await add({ sku: 'TWO-2' })
    expect((await put(other.id, { sku: 'ONE-1' }).expect(409)).body).toMatchObject({
      code: 'SKU_TAKEN',
      fields: { sku: expect.any(String) },
    })
    expect(
      (
        await call()
          .post('/api/admin/products')
          .set(staff)
          .send({ name: 'Third', price: '1', sku: 'ONE-1' })
          .expect(409)
      ).body.code,
    ).toBe('SKU_TAKEN')
    await put(product.id, { sku: null }).expect(200)
    await put(other.id, { sku: 'ONE-1' }).expect(200)
  })

  it('of twenty people who want one article number, one gets it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call().post('/api/products').set(staff).send({ name: 'Race', price: '1', sku: 'RACE-1' }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  it('a sale during an edit stays sold, and the edit is no conflict', async () => {
    const product = await add({ stockQuantity: 10 })
    await buy(product, 3)
    const edit = {
      ...product,
      stockQuantity: 15,
      stockQuantityWas: 10,
      updatedAtWas: product.updatedAt,
      name: 'Edited meanwhile',
    }
    expect((await put(product.id, edit).expect(200)).body).toMatchObject({
      stockQuantity: 12,
      name: 'Edited meanwhile',
    })
  })

  it('a product that sells out during an edit stays sold out, however the form’s box stood', async () => {
    const product = await add({ stockQuantity: 2 })
    await buy(product, 2)
    const { body } = await put(product.id, { ...product, stockQuantityWas: 2, description: 'New text' }).expect(200)
    expect(body).toMatchObject({ stockQuantity: 0, inStock: false, description: 'New text' })
  })

  it('an edit cannot take away pieces that are sold', async () => {
    const product = await add({ stockQuantity: 5 })
    await buy(product, 4)
    const answer = await put(product.id, { stockQuantity: 2, stockQuantityWas: 5, price: '1.00' }).expect(409)
    expect(answer.body).toMatchObject({ code: 'STOCK_CHANGED', details: { stockQuantity: 1 } })
    expect(await shown(product.id)).toMatchObject({ stockQuantity: 1, price: '179.99' })
  })

  it('buyers and editors at once lose no piece and no edit', async () => {
    const product = await add({ stockQuantity: 100 })
    const buyer = await aCustomer(shop)
    await proveAddress(shop, buyer.email)
    const sales = Array.from({ length: 15 }, (_, n) =>
      call()
        .post('/api/orders')
        .set(buyer.bearer)
        .set('idempotency-key', `sale-${n}-${product.id}`)
        .send(anOrder(product)),
    )
    const edits = Array.from({ length: 15 }, () => put(product.id, { stockQuantity: 11, stockQuantityWas: 10 }))
    const answers = await Promise.all([...sales, ...edits])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 15 }, () => 200),
      ...Array.from({ length: 15 }, () => 201),
    ])
    expect((await shown(product.id)).stockQuantity).toBe(100)
  })

  it('a newer edit by somebody else is not overwritten, and the answer shows it', async () => {
    const product = await add({})
    const { body: newer } = await put(product.id, { price: '150.00', updatedAtWas: product.updatedAt }).expect(200)
    const answer = await put(product.id, { price: '140.00', updatedAtWas: product.updatedAt }).expect(409)
    expect(answer.body).toMatchObject({ code: 'EDITED_MEANWHILE', details: { current: newer } })
    const both = await Promise.all(
      ['1.00', '2.00'].map((price) => put(product.id, { price, updatedAtWas: newer.updatedAt })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('a review that is hidden is out of the shop until it is shown again, and why stays with staff', async () => {
    const [before] = ((await call().get('/api/products').expect(200)).body as Product[]).filter(
      ({ reviewCount }) => reviewCount > 2,
    )
    if (before === undefined) throw new Error('The demo catalog has no reviews.')
    const path = `/api/admin/products/${before.id}/reviews`
    const listed = async () => (await call().get(path).set(staff).expect(200)).body as StaffReview[]
    const inShop = async () => (await call().get(`/api/products/${before.id}/reviews`).expect(200)).body as Review[]
    const moderate = (id: string, verb: string, body?: object) =>
      call().post(`${path}/${id}/${verb}`).set(staff).send(body)
    const all = await listed()
    expect(all).toEqual((await inShop()).map((review) => ({ ...review, hidden: null, authorMail: null })))
    const page = await call().get(`${path}?limit=1&offset=1`).set(staff).expect(200)
    expect([page.body, page.headers['x-total-count']]).toEqual([all.slice(1, 2), String(all.length)])
    const [first, ...others] = all
    if (first === undefined) throw new Error('There are some.')

    expect((await moderate(first.id, 'hide', { reason: ' ' }).expect(400)).body.fields).toEqual({
      reason: 'Say why the review is hidden',
    })
    const { body: hidden } = await moderate(first.id, 'hide', { reason: 'Names a neighbor.' }).expect(200)
    expect(hidden).toEqual({ ...first, hidden: { at: expect.any(String), reason: 'Names a neighbor.' } })
    expect((await moderate(first.id, 'hide', { reason: 'Names a neighbor.' }).expect(200)).body).toEqual(hidden)
    expect((await moderate(first.id, 'hide', { reason: 'Spam' }).expect(409)).body).toMatchObject({
      code: 'REVIEW_HIDDEN_MEANWHILE',
      message: 'Somebody else has hidden this review meanwhile. Please look at it again.',
    })
    expect(await listed()).toEqual([hidden, ...others])
    expect((await inShop()).map(({ id }) => id)).toEqual(others.map(({ id }) => id))
    const sum = others.reduce((total, { rating }) => total + rating, 0)
    expect(await shown(before.id)).toMatchObject({
      rating: (Math.round((sum * 10) / others.length) / 10).toFixed(1),
      reviewCount: before.reviewCount - 1,
      updatedAt: before.updatedAt,
    })
    expect((await call().get(`/api/products?ids=${before.id}`).expect(200)).body).toEqual([await shown(before.id)])

    const seen = { hiddenAtWas: hidden.hidden.at }
    for (let times = 0; times < 2; times++)
      expect((await moderate(first.id, 'show', seen).expect(200)).body).toEqual({ ...first, hidden: null })
    const { body: anew } = await moderate(first.id, 'hide', { reason: 'Spam' }).expect(200)
    expect((await moderate(first.id, 'show', seen).expect(409)).body.code).toBe('REVIEW_HIDDEN_MEANWHILE')
    expect(await listed()).toEqual([anew, ...others])
    await moderate(first.id, 'show', {}).expect(400)
    await moderate(first.id, 'show', { hiddenAtWas: anew.hidden.at }).expect(200)
    expect(await inShop()).toHaveLength(all.length)
    expect(await shown(before.id)).toEqual(before)

    expect((await moderate('none', 'hide', { reason: 'Spam' }).expect(404)).body.code).toBe('REVIEW_NOT_FOUND')
    expect((await moderate('none', 'show', seen).expect(404)).body.code).toBe('REVIEW_NOT_FOUND')
    await call().get('/api/admin/products/987654/reviews').set(staff).expect(404)
    const lines = (await logOf(before.id)).filter(({ action }) => action.startsWith('review.'))
    expect(lines.map(({ action, changes }) => [action, ...changes])).toEqual([
      ['review.shown', { field: `review ${first.id}`, before: 'hidden', after: 'shown' }],
      ['review.hidden', { field: `review ${first.id}`, before: 'shown', after: 'hidden' }],
      ['review.shown', { field: `review ${first.id}`, before: 'hidden', after: 'shown' }],
      ['review.hidden', { field: `review ${first.id}`, before: 'shown', after: 'hidden' }],
    ])
  })

  it('a review says what its author is mailed when it is hidden: why only to a proved address, and nothing without an account', async () => {
    const product = await add({ name: 'Reviewed Quill 8' })
    const authors = {
      proved: await aProvedCustomer(shop),
      unproved: await aCustomer(shop),
      gone: await aCustomer(shop),
    }
    const users = shop.shop.database.connection.collection('users')
    for (const [customerName, { email }] of Object.entries(authors)) {
      const customerId = String((await users.findOne({ email }))?._id)
      const words = { productId: product.id, rating: 4, customerName, customerTitle: null, comment: 'Quiet.' }
      await shop.shop.catalog.addReview({ ...words, customerId }, async () => undefined)
      if (customerName === 'gone') await shop.shop.catalog.eraseReviewer({ customerId })
    }
    const path = `/api/admin/products/${product.id}/reviews`
    const listed = (await call().get(path).set(staff).expect(200)).body as StaffReview[]
    const mails = { proved: 'with-reason', unproved: 'without-reason', 'Former customer': null }
    expect(Object.fromEntries(listed.map((review) => [review.customerName, review.authorMail]))).toEqual(mails)
    for (const { id, customerName, authorMail } of listed) {
      const hide = call().post(`${path}/${id}/hide`).set(staff).send({ reason: 'Spam' })
      const { body: hidden } = await hide.expect(200)
      expect(hidden, customerName).toMatchObject({ authorMail, hidden: { reason: 'Spam' } })
      const show = call().post(`${path}/${id}/show`).set(staff).send({ hiddenAtWas: hidden.hidden.at })
      expect((await show.expect(200)).body, customerName).toMatchObject({ authorMail, hidden: null })
    }
  })

  it('a deleted product is gone from every list, with its reviews, and once only', async () => {
    const [reviewed] = ((await call().get('/api/products').expect(200)).body as Product[]).filter(
      ({ reviewCount }) => reviewCount > 0,
    )
    if (reviewed === undefined) throw new Error('The demo catalog has no reviews.')
    await call().delete(`/api/admin/products/${reviewed.id}`).set(staff).expect(204)
    await call().get(`/api/products/${reviewed.id}`).expect(404)
    await call().get(`/api/products/${reviewed.id}/reviews`).expect(404)
    expect(await shop.shop.database.connection.collection('reviews').countDocuments({ productId: reviewed.id })).toBe(0)
    expect(((await call().get('/api/products').expect(200)).body as Product[]).map(({ id }) => id)).not.toContain(
      reviewed.id,
    )
    await call().delete(`/api/admin/products/${reviewed.id}`).set(staff).expect(404)
    expect((await logOf(reviewed.id))[0]).toMatchObject({
      action: 'product.deleted',
      changes: expect.arrayContaining([{ field: 'name', before: reviewed.name, after: null }]),
    })
  })

  it('the table finds, filters, sorts and pages, and is never kept', async () => {
    const scarce = await add({ name: 'Scarce Qwv Scanner', category: 'scanners', stockQuantity: 1, price: '5.00' })
    const empty = await add({
      name: 'Empty Qwv Scanner',
      category: 'scanners',
      stockQuantity: 0,
      inStock: false,
      price: '7.00',
    })
    const toOrder = await add({
      name: 'Custom Qwv Scanner',
      category: 'scanners',
      stockQuantity: 0,
      inStock: true,
      price: '6.00',
    })
    const names = async (query: string) => {
      const answer = await call().get(`/api/admin/products?search=qwv&${query}`).set(staff).expect(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      return (answer.body as Product[]).map(({ name }) => name.split(' ')[0])
    }
    expect(await names('sort=newest')).toEqual(['Custom', 'Empty', 'Scarce'])
    expect(await names('sort=price-low')).toEqual(['Scarce', 'Custom', 'Empty'])
    expect(await names('sort=price-high')).toEqual(['Empty', 'Custom', 'Scarce'])
    expect(await names('sort=name')).toEqual(['Custom', 'Empty', 'Scarce'])
    expect(await names('sort=stock-high')).toEqual(['Scarce', 'Empty', 'Custom'])
    expect(await names('stock=low')).toEqual(['Scarce'])
    expect(await names('stock=out')).toEqual(['Empty'])
    expect(await names('stock=in&sort=name')).toEqual(['Custom', 'Scarce'])
    expect(await names('category=printers')).toEqual([])
    await put(empty.id, { price: '8.00' }).expect(200)
    expect((await names('sort=updated'))[0]).toBe('Empty')
    const page = await call().get('/api/admin/products?search=qwv&sort=newest&limit=1&offset=1').set(staff).expect(200)
    expect([page.headers['x-total-count'], page.body[0].id, page.body.length]).toEqual(['3', empty.id, 1])
    await put(scarce.id, { stockQuantity: 50 }).expect(200)
    expect(await names('stock=low')).toEqual([])
    expect(toOrder.stockQuantity).toBe(0)
  })

  it.each([
    ['no name', { price: '1' }],
    ['a price of words', { name: 'A', price: 'free' }],
    ['a negative price', { name: 'A', price: '-1' }],
    ['half a piece', { name: 'A', price: '1', stockQuantity: 1.5 }],
    ['a category of its own', { name: 'A', price: '1', category: 'toys' }],
    ['a picture that is a script', { name: 'A', price: '1', image: 'javascript:alert(1)' }],
    ['a picture in a local network', { name: 'A', price: '1', image: 'http://10.0.0.1/x.jpg' }],
    ['a further picture in a local network', { name: 'A', price: '1', images: ['a.png', 'http://nas.local/x.jpg'] }],
    ['an operator for a name', { name: { $gt: '' }, price: '1' }],
    ['a name that never ends', { name: 'x'.repeat(201), price: '1' }],
    ['features that are no list', { name: 'A', price: '1', features: 'x' }],
  ])('refuses a product with %s, and says where', async (_what, body) => {
    const answer = await call().post('/api/admin/products').set(staff).send(body).expect(400)
    expect(Object.keys(answer.body.fields)).toHaveLength(1)
  })

  it('refuses to change a picture to one in a local network', async () => {
    const { id } = await add({ image: 'https://cdn.example/a.png' })
    const answer = await put(id, { image: 'http://0x7f.1/a.png' }).expect(400)
    expect(answer.body.fields).toEqual({ image: 'Visitors cannot reach a picture in a local network' })
    expect(await shown(id)).toMatchObject({ image: 'https://cdn.example/a.png' })
  })

  it.each(['0', '-1', '1e3', '0x10', 'abc', '99999999'])('finds no product under %s', async (id) => {
    await call().put(`/api/admin/products/${id}`).set(staff).send({ price: '1' }).expect(404)
    await call().delete(`/api/admin/products/${id}`).set(staff).expect(404)
  })
})
