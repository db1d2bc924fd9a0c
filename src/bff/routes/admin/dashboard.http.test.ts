import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry, QueueList, Summary, ToDo } from '#contracts/admin'
import type { Product } from '#contracts/catalog'
import { beginOfDay, centralTime } from '#platform/time/business-days'
import type { Clock } from '#platform/time/clock'
import { sendMail } from '#platform/mail/send-mail'
import { DAY_MS } from '#platform/time/durations'
import { eventually } from '../../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { GATE_CALLS } from '../../testing/gate-calls.ts'
import { importClient } from '../../testing/import-client.ts'
import { aCustomer, anOrder, productsOf, type SignedIn } from '../../testing/shop-requests.ts'
import { staffScript } from '../../testing/staff-requests.ts'

describe('the dashboard', () => {
  let shop: RunningShop
  let staff: { Authorization: string }
  let aheadMs = 0
  const clock: Clock = { now: () => new Date(Date.now() + aheadMs) }
  const call = () => request(shop.app.server)
  beforeAll(async () => {
    shop = await startShop({ ORDER_REVIEW_MINUTES: '43200' }, { clock })
    staff = await staffScript(shop)
  })
  afterAll(() => shop.stop())

  const summary = async (days: string): Promise<Summary> =>
    (await call().get(`/api/admin/summary?days=${days}`).set(staff).expect(200)).body as Summary
  const audit = async (search: string): Promise<AuditEntry[]> =>
    (
      await call()
        .get(`/api/admin/audit?search=${encodeURIComponent(search)}`)
        .set(staff)
        .expect(200)
    ).body as AuditEntry[]

  it('shows every day of the period, also before the first sale', async () => {
    const { revenue, orders, period } = await summary('7')
    expect([revenue, orders, period.revenue, period.orders, period.topSellers]).toEqual(['0.00', 0, '0.00', 0, []])
    expect(period.byDay).toHaveLength(7)
    expect(period.byDay.at(-1)?.day).toBe(centralTime(new Date()).day)
    expect(period.byStatus.map(({ status }) => status)).toEqual([
      'pending',
      'processing',
      'shipped',
      'delivered',
      'cancelled',
    ])
  })

  it('adds up what the orders say, one by one, whatever their day and state', async () => {
    const customer = await aCustomer(shop)
    const sold = (await productsOf(shop))
      .filter(({ inStock, stockQuantity }) => inStock && stockQuantity > 8)
      .slice(0, 4)
    const placed: {
      id: number
      total: number
      day: string
      items: { id: number; quantity: number; cents: number }[]
      cancelled: boolean
    }[] = []
    for (const [index, daysAgo] of [45, 20, 20, 3, 0, 0].entries()) {
      const product = sold[index % sold.length] as Product
      const answer = await call()
        .post('/api/orders')
        .set(customer.bearer)
        .set('idempotency-key', `sum-${index}-abcdef`)
        .send(anOrder(product, {}, { quantity: 1 + (index % 3) }))
        .expect(201)
      const createdAt = new Date(Date.now() - daysAgo * DAY_MS)
      await shop.shop.database.connection
        .collection('orders')
        .updateOne({ _id: answer.body.id as never }, { $set: { createdAt } })
      placed.push({
        id: answer.body.id as number,
        total: Math.round(Number(answer.body.totalAmount) * 100),
        day: centralTime(createdAt).day,
        items: [{ id: product.id, quantity: 1 + (index % 3), cents: Math.round(Number(product.price) * 100) }],
        cancelled: index === 2,
      })
    }
    await call().post(`/api/user/orders/${placed[2]?.id}/cancel`).set(customer.bearer).expect(200)

    const decimal = (cents: number) => (cents / 100).toFixed(2)
    const sum = (orders: typeof placed) => orders.reduce((total, order) => total + order.total, 0)
    for (const [days, count] of [
      ['7', 7],
      ['30', 30],
      ['90', 90],
    ] as const) {
      const first = centralTime(beginOfDay(new Date(), count - 1)).day
      const within = placed.filter(({ day }) => day >= first)
      const counted = within.filter(({ cancelled }) => !cancelled)
      const { revenue, orders, period } = await summary(days)
      expect([revenue, orders]).toEqual([decimal(sum(placed)), placed.length])
      expect([period.revenue, period.orders]).toEqual([decimal(sum(counted)), counted.length])
      expect(period.byStatus.find(({ status }) => status === 'cancelled')?.count).toBe(within.length - counted.length)
      expect(period.byDay).toHaveLength(count)
      for (const { day, revenue: ofDay, orders: ordersOfDay } of period.byDay) {
        const thatDay = counted.filter((order) => order.day === day)
        expect([day, ofDay, ordersOfDay]).toEqual([day, decimal(sum(thatDay)), thatDay.length])
      }
      const pieces = new Map<number, number>()
      for (const { items } of counted)
        for (const { id, quantity } of items) pieces.set(id, (pieces.get(id) ?? 0) + quantity)
      expect(Object.fromEntries(period.topSellers.map(({ productId, quantity }) => [productId, quantity]))).toEqual(
        Object.fromEntries(pieces),
      )
      const quantities = period.topSellers.map(({ quantity }) => quantity)
      expect(quantities).toEqual([...quantities].sort((a, b) => b - a))
    }
    // Forty-five times 24 hours ago is 44 days of the calendar where the clocks were put back since.
    const today = centralTime(new Date()).day
    const sinceTheFirst = (Date.parse(today) - Date.parse(placed[0]?.day ?? '')) / DAY_MS
    expect((await summary('all')).period.byDay).toHaveLength(sinceTheFirst + 1)
  })

  it('shows low and sold-out stock at once', async () => {
    const before = await summary('30')
    const { body: product } = await call()
      .post('/api/admin/products')
      .set(staff)
      .send({ name: 'Last one', price: '9.00', stockQuantity: 1, isFeatured: true })
      .expect(201)
    const now = await summary('30')
    expect(now.lowStock[0]).toEqual({ productId: product.id, productName: 'Last one', stockQuantity: 1 })
    expect([now.products, now.featured, now.outOfStock]).toEqual([
      before.products + 1,
      before.featured + 1,
      before.outOfStock,
    ])
    const buyer = await aCustomer(shop)
    await call()
      .post('/api/orders')
      .set(buyer.bearer)
      .send(anOrder(product as Product))
      .expect(201)
    const after = await summary('30')
    expect(after.lowStock.map(({ productId }) => productId)).not.toContain(product.id)
    expect(after.outOfStock).toBe(before.outOfStock + 1)
  })

  it('counts what waits: new orders, messages, those past their promised time, and what is sold out', async () => {
    const toDo = async (): Promise<ToDo> => (await call().get('/api/admin/to-do').set(staff).expect(200)).body as ToDo
    const before = await toDo()
    const customer = await aCustomer(shop)
    const product = (await productsOf(shop)).find(({ inStock }) => inStock) as Product
    await call().post('/api/orders').set(customer.bearer).send(anOrder(product)).expect(201)
    await call()
      .post('/api/messages')
      .send({
        form: 'support',
        name: 'Ada Marlow',
        email: 'ada@example.com',
        subject: 'Paper jam',
        category: 'technical',
        message: 'It jams on every second sheet.',
      })
      .expect(201)
    await eventually(async () => {
      const now = await toDo()
      expect(now.orders.pending).toBe(before.orders.pending + 1)
      expect(now.inbox).toEqual({ open: before.inbox.open + 1, late: before.inbox.late, failed: 0 })
    })
    aheadMs += 5 * 3600 * 1000
    await eventually(async () => expect((await toDo()).inbox.late).toBe(before.inbox.late + 1))
    aheadMs -= 5 * 3600 * 1000
    expect((await toDo()).outOfStock).toBe((await summary('7')).outOfStock)
    await call().get('/api/admin/to-do').expect(401)
  })

  it('refuses a period that it does not know', async () => {
    await call().get('/api/admin/summary?days=31').set(staff).expect(400)
  })

  describe('the log', () => {
    it('is found by whole words only, page by page, newest first', async () => {
      const { body: product } = await call()
        .post('/api/admin/products')
        .set(staff)
        .send({ name: 'Logged', price: '1' })
        .expect(201)
      await call().put(`/api/admin/products/${product.id}`).set(staff).send({ price: '2' }).expect(200)
      await call().delete(`/api/admin/products/${product.id}`).set(staff).expect(204)
      const actions = ['product.deleted', 'product.updated', 'product.created']
      expect((await audit(`PRODUCT ${product.id}`)).map(({ action }) => action)).toEqual(actions)
      expect((await audit(`product.updated ${product.id}`)).map(({ changes }) => changes)).toEqual([
        [{ field: 'price', before: '1.00', after: '2.00' }],
      ])
      expect(await audit('produc')).toEqual([])
      expect(await audit('.*')).toEqual([])
      expect(await audit('$where')).toEqual([])
      const page = await call()
        .get(`/api/admin/audit?search=product ${product.id}&limit=1&offset=1`)
        .set(staff)
        .expect(200)
      expect([page.headers['x-total-count'], page.body.length, page.body[0].action]).toEqual([
        '3',
        1,
        'product.updated',
      ])
    })

    it('has a line for every order that staff move, and none for a move that is refused', async () => {
      const customer = await aCustomer(shop)
      const product = (await productsOf(shop)).find(({ inStock }) => inStock) as Product
      const { body: order } = await call().post('/api/orders').set(customer.bearer).send(anOrder(product)).expect(201)
      await call().post(`/api/admin/orders/${order.id}/status`).set(staff).send({ to: 'delivered' }).expect(409)
      await call().post(`/api/admin/orders/${order.id}/status`).set(staff).send({ to: 'processing' }).expect(202)
      await eventually(async () =>
        expect(await audit(`order ${order.id}`)).toMatchObject([
          { action: 'order.moved', changes: [{ field: 'status', before: 'pending', after: 'processing' }] },
        ]),
      )
    })

    it('names what was typed for a move', async () => {
      const customer = await aCustomer(shop)
      const product = (await productsOf(shop)).find(({ inStock }) => inStock) as Product
      const { body: order } = await call().post('/api/orders').set(customer.bearer).send(anOrder(product)).expect(201)
      const id = Number(order.id)
      const statusOf = async () => (await shop.shop.orders.getOrderForStaff(id)).order.status
      await call().post(`/api/admin/orders/${id}/status`).set(staff).send({ to: 'processing' }).expect(202)
      await eventually(async () => expect(await statusOf()).toBe('processing'))
      await call()
        .post(`/api/admin/orders/${id}/status`)
        .set(staff)
        .send({ to: 'shipped', carrier: 'FedEx', trackingNumber: 'FX-1' })
        .expect(202)
      const [line] = await eventually(async () => {
        const lines = await audit(`order ${id}`)
        expect(lines).toHaveLength(2)
        return lines
      })
      expect(line?.changes).toEqual([
        { field: 'status', before: 'processing', after: 'shipped' },
        { field: 'carrier', before: null, after: 'FedEx' },
        { field: 'trackingNumber', before: null, after: 'FX-1' },
      ])
    })

    it('names what an import fills in and its result, and what its undo removed', async () => {
      const imports = importClient(shop, staff)
      const { id, fileName } = await imports.run('sku,name,price,remark\nLOG-1,Logged,1.00,x\nLOG-2,Bad,cheap,x\n', {
        mode: 'upsert',
      })
      await imports.post(`${id}/undo`).expect(202)
      await imports.settled(id)
      const lines = await eventually(async () => {
        const found = (await audit(`import ${fileName}`)).slice(0, 4).toReversed()
        expect(found.map(({ action }) => action)).toEqual([
          'import.started',
          'import.finished',
          'import.undone',
          'import.undo-finished',
        ])
        return found
      })
      const changes = lines.map((line) => Object.fromEntries(line.changes.map(({ field, after }) => [field, after])))
      expect(changes).toMatchObject([
        { mode: 'upsert', rows: '2', fields: 'sku, name, price' },
        { created: '1', failed: '1' },
        {},
        { removed: '1', putBack: '0' },
      ])
    })

    it('is exported as a file without formulas', async () => {
      await call()
        .post('/api/admin/products')
        .set(staff)
        .send({ name: '=HYPERLINK("http://evil.example")', sku: '=1+1', price: '1' })
        .expect(201)
      await shop.shop.admin.audit.record(null, {
        action: 'import.started',
        subject: '=cmd|calc',
        by: { person: null, address: '10.0.0.1' },
      })
      const answer = await call().get('/api/admin/audit.csv').set(staff).expect(200)
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(answer.headers['content-disposition']).toContain('attachment')
      expect(answer.text.split('\r\n')[0]).toBe('\ufeffat,action,subject,address,changes,person')
      expect(answer.text).toContain(",import.started,'=cmd|calc,10.0.0.1,")
      expect(answer.text).not.toMatch(/(^|[,\n"])[=+@]/)
      const found = await call().get('/api/admin/audit.csv?search=import.started 10.0.0.1').set(staff).expect(200)
      expect(found.text.trim().split('\r\n')).toHaveLength(2)
    })
  })

  describe('the queues', () => {
    const queues = async (): Promise<QueueList> =>
      (await call().get('/api/admin/queues').set(staff).expect(200)).body as QueueList

    it('show that this process works and how much is waiting', async () => {
      const list = await queues()
      expect(list.workersAlive).toBe(1)
      expect(list.queues.map(({ queue }) => queue)).toEqual([
        'orders',
        'urgent-mail',
        'mail',
        'alerts',
        'imports',
        'asked-fetches',
        'fetches',
        'housekeeping',
      ])
      expect(list.queues.find(({ queue }) => queue === 'orders')?.delayed).toBeGreaterThan(0)
    })

    it('show a job that failed with its error, and run it again', async () => {
      const { database, jobs } = shop.shop
      const rows = database.connection.collection('outbox')
      const payload = { to: { name: 'Ada', address: 'ada@example.com' }, subject: 'Hello', text: 'Hello.' }
      const id = await database.transaction((tx) => jobs.enqueue(tx, sendMail, payload, { delayMs: DAY_MS }))
      await rows.updateOne(
        { _id: id as never },
        { $set: { status: 'failed', failedAt: new Date(), lastError: '451 try later', attempts: 5 } },
      )
      expect((await queues()).failed).toMatchObject([
        { id, name: 'send-mail', queue: 'mail', error: '451 try later', attempts: 5 },
      ])
      await call().post(`/api/admin/queues/failed/${id}/run`).set(staff).expect(202)
      await eventually(async () => expect((await rows.findOne({ _id: id as never }))?.['status']).toBe('done'))
      expect((await queues()).failed).toEqual([])
      await call().post(`/api/admin/queues/failed/${id}/run`).set(staff).expect(404)
      expect((await audit(id)).map(({ action }) => action)).toEqual(['job.run-again'])
    })

    it('run all failed jobs of a kind again with one call, more than go at once, and no others', async () => {
      const { database, jobs } = shop.shop
      const rows = database.connection.collection('outbox')
      const many = 520
      const payload = { to: { name: '', address: 'ada@example.com' }, subject: 'Hello', text: 'Hello.' }
      const ids = await database.transaction((tx) =>
        jobs.enqueueMany(
          tx,
          Array.from({ length: many }, () => ({ job: sendMail, payload, delayMs: DAY_MS }) as never),
        ),
      )
      const failure = { status: 'failed', failedAt: new Date(), lastError: '451 try later', attempts: 10 }
      await rows.updateMany({ _id: { $in: ids as never[] } }, { $set: failure })
      const other = {
        ...failure,
        _id: 'other' as never,
        name: 'other-job',
        queue: 'orders',
        delivery: 0,
        createdAt: new Date(),
      }
      await rows.insertOne({ ...other, notBefore: new Date(), leaseUntil: null })
      expect((await queues()).failedKinds).toEqual([
        { name: 'send-mail', count: many },
        { name: 'other-job', count: 1 },
      ])

      const runAll = (name?: string) => call().post('/api/admin/queues/failed/run').set(staff).send({ name })
      await runAll().expect(400)
      await runAll('send-mail').expect(202, { count: many })
      expect((await queues()).failedKinds).toEqual([{ name: 'other-job', count: 1 }])
      await runAll('send-mail').expect(404)
      expect(await audit('send-mail')).toMatchObject([
        { action: 'job.run-all-again', subject: 'jobs send-mail', changes: [{ before: String(many), after: '0' }] },
      ])
      await rows.deleteOne({ _id: 'other' as never })
      await eventually(
        async () => expect(await rows.countDocuments({ _id: { $in: ids as never[] }, status: 'done' })).toBe(many),
        { withinMs: 30_000 },
      )
    })
  })

  describe('every call of the back office', () => {
    let customer: SignedIn
    let paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    const calls = () => {
      const all = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({ method, path: path.replaceAll(/\{\w+\}/g, '1') })),
      )
      expect(all.length).toBeGreaterThan(100)
      return all.filter(
        ({ method, path }) =>
          (path.startsWith('/api/admin/') || (method === 'post' && path === '/api/products')) &&
          !GATE_CALLS.includes(`${method.toUpperCase()} ${path}`),
      )
    }
    const send = (method: string, path: string, headers: Record<string, string>) =>
      (call() as unknown as Record<string, (path: string) => request.Test>)[method]?.(path).set(headers) as request.Test
    beforeAll(async () => {
      // A busy shop asks to come back later.
      await eventually(async () => {
        paths = (await call().get('/api/docs/json').expect(200)).body.paths
      })
      customer = await aCustomer(shop)
    })

    it('is refused without a session, with an invalid token and for customers', async () => {
      expect(calls().length).toBeGreaterThan(12)
      const strangers: Record<string, string>[] = [
        {},
        { authorization: `Bearer staff_${'x'.repeat(43)}` },
        { cookie: `staff_session=staff_${'y'.repeat(43)}`, origin: shop.url, host: new URL(shop.url).host },
        { ...customer.bearer },
      ]
      for (const { method, path } of calls()) {
        for (const headers of strangers) {
          const answer = await send(method, path, headers)
          expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 401, 'UNAUTHORIZED'])
          expect(answer.headers['cache-control']).toBe('no-store')
        }
      }
    })

    it('is refused for HEAD requests as well', async () => {
      for (const path of ['/api/admin/audit.csv', '/api/admin/orders', '/api/admin/summary'])
        await call().head(path).expect(401)
    })

    it('is refused for a page of another site that has the cookie', async () => {
      const token = staff.Authorization.split(' ')[1]
      for (const { method, path } of calls().filter((each) => each.method !== 'get')) {
        const answer = await send(method, path, { cookie: `staff_session=${token}`, origin: 'https://evil.example' })
        expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'BAD_ORIGIN'])
      }
    })

    it('is allowed for staff, also when their browser is signed in as a customer', async () => {
      const token = staff.Authorization.split(' ')[1]
      // The stream of changes never ends; the test of the roles asks for its headers.
      for (const { method, path } of calls().filter((each) => each.path !== '/api/admin/changes')) {
        const answer = await send(method, path, {
          cookie: `staff_session=${token}`,
          origin: shop.url,
          host: new URL(shop.url).host,
          ...customer.bearer,
        })
        expect([method, path, [401, 403, 500].includes(answer.status)]).toEqual([method, path, false])
        // Nothing of it stays in a browser or a proxy for whoever comes next.
        expect([method, path, answer.headers['cache-control']]).toEqual([method, path, 'no-store'])
      }
    })
  })
})
