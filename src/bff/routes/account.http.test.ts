import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SavedAddress } from '#contracts/account'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCustomer, PASSWORD, TOO_COMMON, productsOf, type SignedIn } from '../testing/shop-requests.ts'

let shop: RunningShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

type Method = 'get' | 'put' | 'post' | 'delete'
const call = (method: Method, path: string, who?: SignedIn, body?: object) => {
  const sent = request(shop.app.server)[method](`/api${path}`)
  return (who === undefined ? sent : sent.set(who.bearer)).send(body)
}
const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Byron',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'il',
  zipCode: '62704',
}
const PROFILE = { firstName: 'Ada', lastName: 'King', email: 'x@example.com', phone: '5559876543' }
const NEW_PASSWORD = 'Silent-Lagoon-77'
const change = (changes: object = {}) => ({
  currentPassword: PASSWORD,
  newPassword: NEW_PASSWORD,
  confirmPassword: NEW_PASSWORD,
  ...changes,
})

describe('the profile', () => {
  it('is changed by its owner and answers the customer', async () => {
    const ada = await aCustomer(shop)
    const answer = await call('put', '/user/profile', ada, {
      ...PROFILE,
      email: ada.email,
      isEmailVerified: true,
      _id: 'x',
    }).expect(200)
    expect(answer.body).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      email: ada.email,
      phone: '5559876543',
      isEmailVerified: false,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body.pendingEmail).toBeNull()
    expect((await call('get', '/auth/user', ada).expect(200)).body).toEqual({ ...answer.body, optOuts: [] })
  })

  it.each([
    [{ firstName: 'A' }, 'firstName', 'First name must be at least 2 characters'],
    [{ lastName: ' ' }, 'lastName', 'Last name must be at least 2 characters'],
    [{ lastName: 'By\u0000ron' }, 'lastName', 'Last name must be at least 2 characters'],
    [{ firstName: { $gt: '' } }, 'firstName', 'First name must be at least 2 characters'],
    [{ email: 'nobody' }, 'email', 'Invalid email address'],
    [{ email: { $ne: null } }, 'email', 'Invalid email address'],
    [{ email: 'a@b.co\r\nBcc: x@y.zz' }, 'email', 'Invalid email address'],
    [{ phone: '123' }, 'phone', 'Phone number is required and must be at least 10 digits'],
    [{ phone: ['5551234567'] }, 'phone', 'Phone number is required and must be at least 10 digits'],
  ])('refuses %j with the sentence for %s', async (changes, field, message) => {
    const ada = await aCustomer(shop)
    const answer = await call('put', '/user/profile', ada, { ...PROFILE, ...changes }).expect(400)
    expect(answer.body).toMatchObject({ code: 'VALIDATION', fields: { [field]: message } })
  })
})

describe('the password', () => {
  it('is changed, and every other session ends at once', async () => {
    const ada = await aCustomer(shop)
    const elsewhere = (await call('post', '/login', undefined, { email: ada.email, password: PASSWORD }).expect(200))
      .body.token as string
    await call('put', '/user/password', ada, change()).expect(200)
    await request(shop.app.server).get('/api/auth/user').set('Authorization', `Bearer ${elsewhere}`).expect(401)
    await call('get', '/auth/user', ada).expect(200)
    await call('post', '/login', undefined, { email: ada.email, password: PASSWORD }).expect(401)
    await call('post', '/login', undefined, { email: ada.email, password: NEW_PASSWORD }).expect(200)
  })

  it.each([
    [{ currentPassword: 'not-this-one' }, 'Current password is incorrect'],
    [{ currentPassword: '' }, 'Current password is required'],
    [{ currentPassword: { $ne: null } }, 'Current password is required'],
    [{ newPassword: PASSWORD, confirmPassword: PASSWORD }, 'Choose a different password'],
    [{ newPassword: 'short', confirmPassword: 'short' }, 'New password must be at least 8 characters'],
    [{ newPassword: 'password1', confirmPassword: 'password1' }, TOO_COMMON],
    [{ confirmPassword: '' }, 'Please confirm your password'],
    [{ confirmPassword: 'Another-One-12' }, "Passwords don't match"],
    [{ newPassword: 'x'.repeat(257), confirmPassword: 'x'.repeat(257) }, 'Use at most 256 characters'],
  ])('refuses %j', async (changes, message) => {
    const ada = await aCustomer(shop)
    const answer = await call('put', '/user/password', ada, change(changes)).expect(400)
    expect(Object.values(answer.body.fields as object)).toContain(message)
    await call('post', '/login', undefined, { email: ada.email, password: PASSWORD }).expect(200)
  })

  it('cannot be guessed with a found session: ten wrong tries, then a pause', async () => {
    const ada = await aCustomer(shop)
    for (let tried = 0; tried < 10; tried++)
      await call('put', '/user/password', ada, change({ currentPassword: `guess ${tried}` })).expect(400)
    await call('put', '/user/password', ada, change()).expect(429)
  })

  it('is changed by only one of five concurrent requests', async () => {
    const ada = await aCustomer(shop)
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => {
        const newPassword = `Silent-Lagoon-7${index}`
        return (await call('put', '/user/password', ada, change({ newPassword, confirmPassword: newPassword }))).status
      }),
    )
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400])
  })
})

describe('the link that confirms an email address', () => {
  it.each(['', '?token=', '?token=unknown', `?token=${'x'.repeat(300)}`, '?token=a&token=b', '?token[$ne]=x'])(
    'leads from an earlier mail to its page with %s',
    async (query) => {
      const answer = await request(shop.app.server).get(`/api/verify-email${query}`)
      if (query.includes('[')) expect(answer.status).toBe(400)
      else
        expect([answer.status, answer.headers.location]).toEqual([
          302,
          query === '?token=unknown' ? '/verify-email?token=unknown' : '/verify-email?token=',
        ])
    },
  )

  it.each([{}, { token: '' }, { token: 'x'.repeat(300) }, { token: { $ne: null } }, { token: ['a'] }])(
    'proves nothing with %j',
    async (body) => {
      await request(shop.app.server).post('/api/verify-email').send(body).expect(400)
    },
  )

  it('confirms it with a call, which answers 404 for an unknown link', async () => {
    const answer = await request(shop.app.server).post('/api/verify-email').send({ token: 'unknown' }).expect(404)
    expect(answer.body).toMatchObject({
      code: 'LINK_UNKNOWN',
      message: expect.stringContaining('work once and for 24 hours'),
    })
  })
})

describe('another link to confirm an email address', () => {
  it('is sent 5 times an hour to each customer, wherever they ask from', async () => {
    const [ada, bob] = [await aCustomer(shop), await aCustomer(shop)]
    for (let times = 0; times < 5; times++) {
      const answer = await call('post', '/user/verify-email', ada).expect(202)
      expect(answer.body).toEqual({ message: 'A new link is on its way. It works for 24 hours.' })
    }
    expect((await call('post', '/user/verify-email', ada).expect(429)).body.code).toBe('TOO_MANY_REQUESTS')
    await call('post', '/user/verify-email', bob).expect(202)
    await call('post', '/user/verify-email').expect(401)
  })

  it('is refused to who asks without end, signed in or not', async () => {
    const small = await startShop({ RATE_LIMIT_REQUESTS: '20', SEED_DEMO: 'false' })
    try {
      const statuses = []
      for (let times = 0; times < 25; times++)
        statuses.push((await request(small.app.server).post('/api/user/verify-email')).status)
      expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
    } finally {
      await small.stop()
    }
  })

  it('is not sent when the address is confirmed', async () => {
    const ada = await aCustomer(shop)
    await shop.shop.database.connection
      .collection('users')
      .updateOne({ email: ada.email }, { $set: { isEmailVerified: true } })
    expect((await call('post', '/user/verify-email', ada).expect(409)).body).toMatchObject({
      code: 'EMAIL_PROVED',
      message: 'Your email address has been confirmed already.',
    })
  })
})

describe('the address book', () => {
  const book = async (who: SignedIn) => (await call('get', '/user/addresses', who).expect(200)).body as SavedAddress[]
  const add = async (who: SignedIn, changes: object = {}) =>
    (await call('post', '/user/addresses', who, { ...ADDRESS, ...changes }).expect(201)).body as SavedAddress

  it('makes the first address the default, and another one when asked', async () => {
    const ada = await aCustomer(shop)
    expect(await book(ada)).toEqual([])
    const first = await add(ada)
    expect(first).toMatchObject({
      isDefault: true,
      state: 'IL',
      country: 'US',
      type: 'shipping',
      company: null,
      phone: null,
    })
    const second = await add(ada, { city: 'Peoria' })
    expect(second.isDefault).toBe(false)
    const third = await add(ada, { city: 'Joliet', isDefault: true })
    expect((await book(ada)).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [third.id, true],
      [second.id, false],
      [first.id, false],
    ])
    const changed = await call('put', `/user/addresses/${first.id}`, ada, {
      ...ADDRESS,
      company: 'Analytical Engines',
      isDefault: true,
    }).expect(200)
    expect(changed.body).toMatchObject({
      id: first.id,
      company: 'Analytical Engines',
      isDefault: true,
      createdAt: first.createdAt,
    })
    expect((await book(ada)).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([first.id])
  })

  it('makes the newest the default when the default is deleted', async () => {
    const ada = await aCustomer(shop)
    const first = await add(ada)
    await add(ada, { city: 'Peoria' })
    const newest = await add(ada, { city: 'Joliet' })
    await call('delete', `/user/addresses/${first.id}`, ada).expect(204)
    expect((await book(ada)).map(({ id, isDefault }) => [id, isDefault])[0]).toEqual([newest.id, true])
    await call('delete', `/user/addresses/${first.id}`, ada).expect(404)
  })

  it('has exactly one default after ten concurrent requests, and holds 20 addresses', async () => {
    const ada = await aCustomer(shop)
    await Promise.all(Array.from({ length: 10 }, () => add(ada, { isDefault: true })))
    expect((await book(ada)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    for (let kept = 10; kept < 20; kept++) await add(ada)
    const answer = await call('post', '/user/addresses', ada, ADDRESS).expect(409)
    expect(answer.body.code).toBe('ADDRESS_BOOK_FULL')
  })

  it('is not accessible for other customers', async () => {
    const [ada, bob] = [await aCustomer(shop), await aCustomer(shop)]
    const { id } = await add(ada)
    expect(await book(bob)).toEqual([])
    await call('put', `/user/addresses/${id}`, bob, ADDRESS).expect(404)
    await call('delete', `/user/addresses/${id}`, bob).expect(404)
    expect(await book(ada)).toHaveLength(1)
  })

  it.each([
    [{ state: 'ZZ' }, 'state'],
    [{ zipCode: '1' }, 'zipCode'],
    [{ country: 'CA' }, 'country'],
    [{ type: 'home' }, 'type'],
    [{ isDefault: 'yes' }, 'isDefault'],
    [{ address: { $gt: '' } }, 'address'],
    [{ company: 'x'.repeat(101) }, 'company'],
    [{ city: 'Spring\u202Efield' }, 'city'],
  ])('refuses %j', async (changes, field) => {
    const answer = await call('post', '/user/addresses', await aCustomer(shop), { ...ADDRESS, ...changes }).expect(400)
    expect(Object.keys(answer.body.fields as object)).toEqual([field])
  })
})

describe('the saved cart', () => {
  it('is merged by the larger quantity, without products that are not sold', async () => {
    const ada = await aCustomer(shop)
    const [first, second, third] = (await productsOf(shop)).map(({ id }) => id)
    expect((await call('get', '/user/cart', ada).expect(200)).body).toEqual({ items: [], version: 0 })
    const kept = [
      { productId: first, quantity: 2 },
      { productId: second, quantity: 5 },
    ]
    expect(
      (await call('put', '/user/cart', ada, { items: [...kept, { productId: 999_999, quantity: 1 }] }).expect(200))
        .body,
    ).toEqual({ items: kept, version: 1 })
    const brought = {
      items: [
        { productId: third, quantity: 99 },
        { productId: first, quantity: 3 },
        { productId: second, quantity: 1 },
      ],
    }
    const merged = {
      items: [
        { productId: first, quantity: 3 },
        { productId: second, quantity: 5 },
        { productId: third, quantity: 99 },
      ],
    }
    expect((await call('put', '/user/cart/merge', ada, brought).expect(200)).body).toEqual({ ...merged, version: 2 })
    expect((await call('put', '/user/cart/merge', ada, brought).expect(200)).body).toEqual({ ...merged, version: 3 })
    expect((await call('get', '/user/cart', ada).expect(200)).body).toEqual({ ...merged, version: 3 })
    expect((await call('put', '/user/cart', ada, { items: [] }).expect(200)).body).toEqual({ items: [], version: 4 })
  })

  it('is not touched by what another customer saves', async () => {
    const [ada, bob] = [await aCustomer(shop), await aCustomer(shop)]
    const [first, second] = (await productsOf(shop)).map(({ id }) => id)
    const items = [{ productId: first, quantity: 2 }]
    await call('put', '/user/cart', ada, { items }).expect(200)
    await call('put', '/user/wishlist', ada, { productIds: [first] }).expect(200)
    await call('put', '/user/cart', bob, { items: [{ productId: second, quantity: 1 }] }).expect(200)
    await call('put', '/user/wishlist', bob, { productIds: [second] }).expect(200)
    expect((await call('get', '/user/cart', ada).expect(200)).body).toEqual({ items, version: 1 })
    expect((await call('get', '/user/wishlist', ada).expect(200)).body).toEqual({ productIds: [first], version: 1 })
  })

  it('holds the larger quantity when two browsers merge at once', async () => {
    const ada = await aCustomer(shop)
    const productId = (await productsOf(shop))[0]?.id
    const quantities = [3, 9, 4, 7]
    await Promise.all(
      quantities.map((quantity) =>
        call('put', '/user/cart/merge', ada, { items: [{ productId, quantity }] }).expect(200),
      ),
    )
    expect((await call('get', '/user/cart', ada)).body).toEqual({ items: [{ productId, quantity: 9 }], version: 4 })
  })

  it.each([
    ['cart', (ids: number[]) => ({ items: ids.map((productId) => ({ productId, quantity: 1 })) })],
    ['wishlist', (ids: number[]) => ({ productIds: ids })],
  ])('is not replaced by a save of the %s that arrives after a newer one', async (list, holding) => {
    const ada = await aCustomer(shop)
    const [first = 0, second = 0, third = 0] = (await productsOf(shop)).map(({ id }) => id)
    const path = `/user/${list}`
    const save = (ids: number[], version?: number) => call('put', path, ada, { ...holding(ids), version })
    const { version } = (await save([first]).expect(200)).body
    const newer = await save([first, second], version).expect(200)
    const late = await save([first, third], version)
    expect([late.status, late.body.code]).toEqual([409, 'SAVED_LIST_CHANGED'])
    expect((await call('get', path, ada).expect(200)).body).toEqual({
      ...holding([first, second]),
      version: newer.body.version,
    })
    const same = await save([second, first], version).expect(200)
    expect((await save([], same.body.version).expect(200)).body).toMatchObject(holding([]))
    // What was put back is another state than the one that looks like it.
    expect((await save([first], version)).status).toBe(409)
    // Pages of an earlier release name no version.
    await save([third]).expect(200)
    expect((await save([first], newer.body.version)).status).toBe(409)
    const merged = (await call('put', `${path}/merge`, ada, holding([third])).expect(200)).body
    expect((await save([], merged.version).expect(200)).body).toMatchObject(holding([]))
  })

  it('takes one of several saves that were made upon the same state', async () => {
    const ada = await aCustomer(shop)
    const productId = (await productsOf(shop))[0]?.id
    const { version } = (await call('get', '/user/cart', ada).expect(200)).body
    const answers = await Promise.all(
      [1, 2, 3, 4].map((quantity) => call('put', '/user/cart', ada, { items: [{ productId, quantity }], version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const kept = answers.find(({ status }) => status === 200)?.body
    expect((await call('get', '/user/cart', ada).expect(200)).body).toEqual(kept)
  })

  it('is the union of both wishlists', async () => {
    const ada = await aCustomer(shop)
    const [first, second, third] = (await productsOf(shop)).map(({ id }) => id)
    await call('put', '/user/wishlist', ada, { productIds: [second, first, second, 999_999] }).expect(200)
    const merged = { productIds: [second, first, third] }
    expect((await call('put', '/user/wishlist/merge', ada, { productIds: [first, third] }).expect(200)).body).toEqual({
      ...merged,
      version: 2,
    })
    expect((await call('get', '/user/wishlist', ada)).body).toEqual({ ...merged, version: 2 })
    expect((await call('get', '/user/wishlist', await aCustomer(shop))).body).toEqual({ productIds: [], version: 0 })
  })

  it.each([
    { items: [{ productId: 1, quantity: 0 }] },
    { items: [{ productId: 1, quantity: 100 }] },
    { items: [{ productId: 1, quantity: 1.5 }] },
    { items: [{ productId: '1', quantity: 1 }] },
    { items: [{ productId: { $gt: 0 }, quantity: 1 }] },
    { items: Array.from({ length: 101 }, (_, index) => ({ productId: index + 1, quantity: 1 })) },
    { items: 'all' },
    {},
  ])('refuses %j', async (body) => {
    await call('put', '/user/cart', await aCustomer(shop), body).expect(400)
  })
})

describe('who may call', () => {
  const calls: [Method, string, object?][] = [
    ['put', '/user/profile', PROFILE],
    ['put', '/user/password', change()],
    ['post', '/user/email-change'],
    ['delete', '/user/email-change'],
    ['get', '/user/addresses'],
    ['post', '/user/addresses', ADDRESS],
    ['put', '/user/addresses/some-id', ADDRESS],
    ['delete', '/user/addresses/some-id'],
    ['get', '/user/cart'],
    ['put', '/user/cart', { items: [] }],
    ['put', '/user/cart/merge', { items: [] }],
    ['get', '/user/wishlist'],
    ['put', '/user/wishlist', { productIds: [] }],
    ['put', '/user/wishlist/merge', { productIds: [] }],
  ]
  it.each(calls)('requires a session for %s %s', async (method, path, body) => {
    for (const authorization of [undefined, 'Bearer junk']) {
      const sent = request(shop.app.server)[method](`/api${path}`)
      const answer = await (authorization === undefined ? sent : sent.set('Authorization', authorization)).send(body)
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED'])
    }
  })
})
