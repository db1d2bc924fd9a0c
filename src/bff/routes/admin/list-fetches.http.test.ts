import type { ServerResponse } from 'node:http'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mayDo, STAFF_ROLES } from '#contracts/staff-roles'
import type { ListFetch, Supplier } from '#contracts/suppliers'
import type { Clock } from '#platform/time/clock'
import { defineJob } from '#platform/jobs/define-job'
import { LIST_ROLES } from '../../../modules/admin/imports/fetching/mail-recipients.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startHttpsServer, type HttpsServer } from '../../../testing/https-server.ts'
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { freshDatabaseUri } from '../../../testing/test-database.ts'
import { importClient, type ImportClient } from '../../testing/import-client.ts'
import { productsOf } from '../../testing/shop-requests.ts'
import { peopleClient } from '../../testing/staff-people.ts'
import { staffScript } from '../../testing/staff-requests.ts'

/** Half a day from now by the shop's clocks, so that no schedule of a test is due by itself. */
const TIME = new Date(Date.now() + 43_200_000).toLocaleTimeString('en-GB', {
  timeZone: 'America/Chicago',
  timeStyle: 'short',
})
const HEADER = 'Art.-Nr.;Bezeichnung;Hersteller;Preis;Bestand\n'
const BY_HAND = { signIn: 'none', signInName: '', secret: '', isOn: false, time: TIME, mailTo: ['owner'] }
const SECRET = 'quiet harbor 42'
const databaseUri = freshDatabaseUri()

let mails: MailServer
let server: HttpsServer
let shop: RunningShop
let bearer: { readonly Authorization: string }
let imports: ImportClient
/** The shop's time, which the tests move on. */
let offsetMs = 0
const clock: Clock = { now: () => new Date(Date.now() + offsetMs) }

beforeAll(async () => {
  mails = await startMailServer()
  server = await startHttpsServer()
  const env = { SEED_DEMO: 'false', SMTP_URL: mails.url, MAIL_FROM: 'Superprinter <shop@example.com>' }
  shop = await startShop(env, { clock, databaseUri, network: server.network })
  bearer = await staffScript(shop)
  imports = importClient(shop, bearer)
})
afterAll(async () => {
  await shop.stop()
  await server.stop()
  await mails.stop()
})

const call = () => request(shop.app.server)
const find = async (sku: string) => (await productsOf(shop)).find((product) => product.sku === sku)
const supplierOf = async (id: string) =>
  ((await call().get('/api/admin/suppliers').set(bearer).expect(200)).body as Supplier[]).find((one) => one.id === id)
const fetchesOf = async (id: string) =>
  (await call().get(`/api/admin/suppliers/${id}/fetches`).set(bearer).expect(200)).body as ListFetch[]
const setSource = (id: string, source: object) =>
  call()
    .put(`/api/admin/suppliers/${id}/source`)
    .set(bearer)
    .send({ ...BY_HAND, url: `${server.url}/list.csv`, ...source })
const fetchNow = (id: string) => call().post(`/api/admin/suppliers/${id}/fetch`).set(bearer)
const beginDueFetch = defineJob({
  name: 'begin-due-fetch',
  queue: 'housekeeping',
  schema: z.object({ supplierId: z.string() }),
})
/** What the schedule does at its time. */
const letComeByItself = (supplierId: string) =>
  shop.shop.database.transaction((tx) => shop.shop.jobs.enqueue(tx, beginDueFetch, { supplierId }))
const serve = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
  server.answer((_request, response: ServerResponse) => response.writeHead(200, headers).end(body))
const rowsOf = (prefix: string, count: number, price = '10,00') =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index};${prefix} ${index};Acme;${price};3\n`).join('')
const mailsAbout = (name: string) => mails.received.filter(({ subject }) => subject.includes(name))

/** The newest fetch of a supplier, when it is over, and there are so many. */
function ended(id: string, count: number): Promise<ListFetch> {
  return eventually(async () => {
    const [latest, ...former] = await fetchesOf(id)
    if (latest === undefined || former.length + 1 !== count || latest.state === 'under-way')
      throw new Error(`${former.length + 1} fetches, the latest is ${latest?.state}.`)
    return latest
  })
}

/** A supplier whose first list staff have imported by hand. */
async function aKnownSupplier(name: string, list: string, rules: object = {}): Promise<string> {
  const created = await call()
    .post('/api/admin/suppliers')
    .set(bearer)
    .send({ name, ...rules })
    .expect(201)
  const supplierId = String(created.body.id)
  const sent = await imports.send(list, { preview: 'columns', mode: 'upsert' }).expect(202)
  const answers = { mapping: {}, mode: 'upsert', supplierId }
  await call().put(`/api/admin/imports/${sent.body.id}/mapping`).set(bearer).send(answers).expect(202)
  await imports.settled(String(sent.body.id))
  await imports.post(`${sent.body.id}/start`).expect(202)
  await imports.settled(String(sent.body.id))
  return supplierId
}

describe('a list that is fetched', () => {
  it('is imported as the one before was, and the same file is not imported again', async () => {
    const id = await aKnownSupplier('Alder', `${HEADER}${rowsOf('AL', 2)}`, {
      priceRule: { base: 'cost', percent: 50, rounding: 'cent' },
    })
    await setSource(id, {}).expect(204)
    serve(`${HEADER}${rowsOf('AL', 3, '12,00')}`, { 'content-type': 'application/octet-stream' })
    await fetchNow(id).expect(202)
    const first = await ended(id, 1)
    expect(first).toMatchObject({ state: 'imported', by: 'Owner', fileName: 'list.csv', tries: 1 })
    expect(first.counts).toMatchObject({ created: 1, updated: 2, failed: 0 })
    expect(await find('AL-2')).toMatchObject({ price: '18.00', stockQuantity: 3 })

    const files = () => shop.shop.database.connection.collection('import_files').countDocuments({})
    const filesBefore = await files()
    await fetchNow(id).expect(202)
    expect(await ended(id, 2)).toMatchObject({
      state: 'unchanged',
      problem: 'The same file as before: nothing to import.',
      importId: null,
    })
    expect(await files()).toBe(filesBefore)

    const rule = { base: 'cost', percent: 60, rounding: 'cent' }
    await call().put(`/api/admin/suppliers/${id}`).set(bearer).send({ name: 'Alder', priceRule: rule }).expect(200)
    await fetchNow(id).expect(202)
    expect((await ended(id, 3)).counts).toMatchObject({ updated: 3 })
    expect(await find('AL-2')).toMatchObject({ price: '19.20' })
    await imports.post(`${(await ended(id, 3)).importId}/undo`).expect(202)
    await imports.settled(String((await ended(id, 3)).importId))
    await fetchNow(id).expect(202)
    expect(await ended(id, 4)).toMatchObject({ state: 'imported', counts: { updated: 3 } })
    expect(mailsAbout('Alder')).toEqual([])
  })

  it('is not sent again by a server that says that nothing changed', async () => {
    const id = await aKnownSupplier('Birch', `${HEADER}${rowsOf('BI', 1)}`)
    await setSource(id, {}).expect(204)
    const marks = { etag: '"1"', 'last-modified': 'Mon, 23 Nov 2026 05:00:00 GMT' }
    server.answer(({ headers }, response) => {
      if (headers['if-none-match'] === '"1"' && headers['if-modified-since'] === marks['last-modified'])
        response.writeHead(304).end()
      else response.writeHead(200, marks).end(`${HEADER}${rowsOf('BI', 2)}`)
    })
    await fetchNow(id).expect(202)
    expect(await ended(id, 1)).toMatchObject({ state: 'imported' })
    await fetchNow(id).expect(202)
    expect(await ended(id, 2)).toMatchObject({ state: 'unchanged' })
  })

  it('waits for a person when its columns are others, and is mailed about', async () => {
    const id = await aKnownSupplier('Cedar', `${HEADER}${rowsOf('CE', 2)}`)
    await setSource(id, { isOn: true }).expect(204)
    serve(`Art.-Nr.;Bezeichnung;Hersteller;Netto;Bestand\n${rowsOf('CE', 2, '1,00')}`)
    await letComeByItself(id)
    const waits = await ended(id, 1)
    expect(waits).toMatchObject({
      state: 'waits',
      by: null,
      problem: 'The columns are not those of the list before. Missing: “Preis”. New: “Netto”.',
    })
    expect(await imports.get(String(waits.importId))).toMatchObject({ state: 'mapping', supplier: { id } })
    const [mail] = await eventually(() => {
      const about = mailsAbout('Cedar')
      if (about.length === 0) throw new Error('no mail yet')
      return about
    })
    expect(mail).toMatchObject({ to: 'shop@example.com', subject: 'Price list of Cedar waits for you' })
    expect(mail?.text).toContain('Missing: “Preis”. New: “Netto”.')
    expect(mail?.text).toContain(`/admin/imports?import=${waits.importId}`)
    await letComeByItself(id)
    expect(await ended(id, 2)).toMatchObject({
      state: 'unchanged',
      problem: /still waits for you/,
      importId: waits.importId,
    })

    const path = `/api/admin/imports/${waits.importId}`
    await call().put(`${path}/mapping`).set(bearer).send({ mapping: {}, mode: 'upsert' }).expect(202)
    await imports.settled(String(waits.importId))
    await imports.post(`${waits.importId}/start`).expect(202)
    await eventually(async () => expect((await fetchesOf(id))[1]).toMatchObject({ state: 'imported' }))
    expect(await find('CE-1')).toMatchObject({ price: '1.00' })
    expect(mailsAbout('Cedar')).toHaveLength(1)
  })

  it('waits for a person when too many products left it', async () => {
    const id = await aKnownSupplier('Dogwood', `${HEADER}${rowsOf('DO', 10)}`, { whenLeft: 'sold-out' })
    await setSource(id, {}).expect(204)
    serve(`${HEADER}${rowsOf('DO', 7)}`)
    await fetchNow(id).expect(202)
    const waits = await ended(id, 1)
    expect(waits).toMatchObject({ state: 'waits', counts: { unchanged: 7, left: 3 } })
    expect(waits.problem).toBe('3 of 10 products are no longer on the list. Look whether it is complete.')
    expect(await find('DO-9')).toMatchObject({ inStock: true })
    await imports.post(`${waits.importId}/cancel`).expect(202)
    await eventually(async () =>
      expect((await fetchesOf(id))[0]).toMatchObject({ state: 'failed', problem: 'The import was stopped by hand.' }),
    )
    await fetchNow(id).expect(202)
    const again = await ended(id, 2)
    expect(again, 'the same list, which nobody has imported').toMatchObject({ state: 'waits', counts: { left: 3 } })
    await imports.post(`${again.importId}/cancel`).expect(202)
    serve(`${HEADER}${rowsOf('DO', 9)}`)
    await fetchNow(id).expect(202)
    expect(await ended(id, 3)).toMatchObject({ state: 'imported', counts: { unchanged: 9, left: 1 } })
    expect(await find('DO-9')).toMatchObject({ inStock: false })
  })

  it('of a supplier without a list so far is stored, and its columns are asked for', async () => {
    const created = await call().post('/api/admin/suppliers').set(bearer).send({ name: 'Elm' }).expect(201)
    const id = String(created.body.id)
    await fetchNow(id).expect(409, /NO_LIST_SOURCE/)
    await setSource(id, {}).expect(204)
    serve('Number,Title,Cost\nEL-1,Elm 1,5.00\n')
    await fetchNow(id).expect(202)
    const waits = await ended(id, 1)
    expect(waits.problem).toMatch(/first list of this supplier/)
    expect(await imports.get(String(waits.importId))).toMatchObject({ state: 'mapping', supplier: { id } })
  })

  it('that is a page of the web, no list at all or too large is a failure in words', async () => {
    const id = await aKnownSupplier('Fir', `${HEADER}${rowsOf('FI', 1)}`)
    await setSource(id, {}).expect(204)
    serve('\n<!DOCTYPE html><html><body>Sign in</body></html>', { 'content-type': 'text/csv' })
    await fetchNow(id).expect(202)
    expect(await ended(id, 1)).toMatchObject({ state: 'failed', tries: 1, problem: /shows a web page and no list/ })
    serve(Buffer.from('89504e470d0a1a0a', 'hex'))
    await fetchNow(id).expect(202)
    expect(await ended(id, 2)).toMatchObject({ state: 'failed', problem: /not a text file/ })
    serve(HEADER)
    await fetchNow(id).expect(202)
    expect(await ended(id, 3)).toMatchObject({ state: 'failed', problem: /valid product data/ })
    server.answer((_request, response) => void response.writeHead(200, { 'content-length': '52428801' }).write('sku'))
    await fetchNow(id).expect(202)
    expect(await ended(id, 4)).toMatchObject({ state: 'failed', problem: 'The file has more than 50 MB.' })
  })
})

describe('a list that is on its way', () => {
  it('says nothing of another address that its supplier has by the time that it comes', async () => {
    const id = await aKnownSupplier('Maple', `${HEADER}${rowsOf('MA', 1)}`)
    await setSource(id, {}).expect(204)
    const list = `${HEADER}${rowsOf('MA', 2)}`
    server.answer((_request, response) => {
      void setSource(id, { url: `${server.url}/new.csv` }).then(({ status }) =>
        response.writeHead(status === 204 ? 200 : 500, { etag: '"of the old address"' }).end(list),
      )
    })
    await fetchNow(id).expect(202)
    expect(await ended(id, 1)).toMatchObject({ state: 'imported', counts: { created: 1 } })
    serve(list)
    await fetchNow(id).expect(202)
    await ended(id, 2)
    expect(server.requests.at(-1)).toMatchObject({ url: '/new.csv' })
    expect(server.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
  })

  it('is dropped when its supplier is deleted meanwhile', async () => {
    const id = await aKnownSupplier('Nettle', `${HEADER}${rowsOf('NE', 1)}`)
    await setSource(id, {}).expect(204)
    const { connection } = shop.shop.database
    const filesBefore = await connection.collection('import_files').countDocuments({})
    server.answer((_request, response) => {
      void call()
        .delete(`/api/admin/suppliers/${id}`)
        .set(bearer)
        .then(({ status }) => response.writeHead(status === 204 ? 200 : 500).end(`${HEADER}${rowsOf('NE', 3)}`))
    })
    await fetchNow(id).expect(202)
    await eventually(async () => {
      const jobs = { name: 'fetch-asked-price-list', status: { $ne: 'done' } } as const
      expect(await connection.collection('list_sources').countDocuments({ _id: id as never })).toBe(0)
      expect(await connection.collection('outbox').countDocuments(jobs)).toBe(0)
    })
    expect(await connection.collection('import_files').countDocuments({})).toBe(filesBefore)
    expect(await find('NE-2')).toBeUndefined()
    expect(await connection.collection('list_fetches').countDocuments({ supplierId: id })).toBe(0)
  })
})

describe('a list that somebody asks for', () => {
  it('does not wait behind lists of the schedule whose servers are slow', async () => {
    const asked = await aKnownSupplier('Willow', `${HEADER}${rowsOf('WI', 1)}`)
    await setSource(asked, {}).expect(204)
    const slow: string[] = []
    for (const [index, name] of ['Pine', 'Rowan'].entries()) {
      slow.push(await aKnownSupplier(name, `${HEADER}${rowsOf(`SL${index}`, 1)}`))
      await setSource(slow[index] ?? '', { url: `${server.url}/slow.csv`, isOn: true }).expect(204)
    }
    const held: ServerResponse[] = []
    server.answer((incoming, response) =>
      incoming.url === '/slow.csv'
        ? void held.push(response)
        : response.writeHead(200).end(`${HEADER}${rowsOf('WI', 2)}`),
    )
    for (const id of slow) await letComeByItself(id)
    await eventually(() => expect(held).toHaveLength(2))
    await fetchNow(asked).expect(202)
    expect(await ended(asked, 1)).toMatchObject({ state: 'imported', by: 'Owner', counts: { created: 1 } })
    expect(held.every(({ writableEnded }) => !writableEnded)).toBe(true)
    for (const response of held) response.writeHead(200).end(`${HEADER}${rowsOf('SL', 1)}`)
    for (const id of slow) {
      expect(await ended(id, 1)).toMatchObject({ state: 'imported', by: null })
      await setSource(id, { isOn: false }).expect(204)
    }
  })
})

describe('the schedule', () => {
  it('fetches at its time, once for all processes, also when none ran at that time', async () => {
    const id = await aKnownSupplier('Gum', `${HEADER}${rowsOf('GU', 1)}`)
    await setSource(id, { isOn: true }).expect(204)
    const next = (await supplierOf(id))?.nextFetchAt ?? ''
    const shown = new Date(next).toLocaleTimeString('en-GB', { timeZone: 'America/Chicago', timeStyle: 'short' })
    expect(shown).toBe(TIME)
    const rows = shop.shop.database.connection.collection<{ _id: string; nextAt: Date }>('daily_jobs')
    await rows.updateOne({ _id: `fetch-list ${id}` }, { $set: { nextAt: new Date(Date.now() - 3 * 86_400_000) } })
    serve(`${HEADER}${rowsOf('GU', 2)}GU-9;Gum 9;Acme;ask;3\n`)
    const env = { SEED_DEMO: 'false', SMTP_URL: mails.url }
    const another = await startShop(env, { clock, databaseUri, network: server.network })
    expect(await ended(id, 1)).toMatchObject({ state: 'imported', by: null, counts: { created: 1, failed: 1 } })
    await another.shop.stop()
    expect((await rows.findOne({ _id: `fetch-list ${id}` }))?.nextAt.getTime()).toBeGreaterThan(Date.now())
    const [mail] = await eventually(() => {
      const about = mailsAbout('Gum')
      if (about.length === 0) throw new Error('no mail yet')
      return about
    })
    expect(mail?.subject).toBe('Price list of Gum: 1 new, 1 failed')
    expect(mail?.text).toMatch(/Why rows failed\n {2}- 1 row: /)
    expect(mail?.text).toMatch(/Next time: \w+ \d/)
    await setSource(id, { isOn: false }).expect(204)
    expect(await rows.findOne({ _id: `fetch-list ${id}` })).toBeNull()
    expect(await supplierOf(id)).toMatchObject({ nextFetchAt: null, source: { isOn: false } })
  })

  it('tries again after pauses that grow, and then mails who is named and imports lists still', async () => {
    const people = peopleClient({ shop, mails, owner: bearer, now: () => clock.now().getTime() })
    const ada = await people.join('catalog', 'Ada')
    const ben = await people.join('catalog', 'Ben')
    const recipients = await call().get('/api/admin/suppliers/mail-recipients').set(bearer).expect(200)
    expect(recipients.body).toEqual([
      { id: 'owner', name: 'Owner (shop@example.com)' },
      { id: ada.id, name: 'Ada' },
      { id: ben.id, name: 'Ben' },
    ])
    const id = await aKnownSupplier('Hazel', `${HEADER}${rowsOf('HA', 1)}`)
    await setSource(id, { isOn: true, mailTo: [ada.id, ben.id] }).expect(204)
    await call().patch(`/api/admin/staff/${ben.id}`).set(bearer).send({ role: 'support' }).expect(200)
    server.answer((_request, response) => response.writeHead(503).end())
    const outbox = shop.shop.database.connection.collection('outbox')
    await letComeByItself(id)
    for (let tries = 1; tries < 4; tries += 1) {
      // The pause counts from when the job is put off, which is after the fetch shows what went wrong.
      await eventually(async () => {
        const [latest] = await fetchesOf(id)
        expect(latest).toMatchObject({ state: 'under-way', tries, problem: /is busy \(503\)/ })
        const itsJob = { name: 'fetch-price-list', 'payload.fetchId': latest?.id }
        expect(await outbox.findOne(itsJob)).toMatchObject({ status: 'delayed', attempts: tries })
      })
      await fetchNow(id).expect(409, /FETCH_UNDER_WAY/)
      offsetMs += 3_600_000
    }
    expect(await ended(id, 1)).toMatchObject({ state: 'failed', tries: 4 })
    const about = await eventually(() => {
      const sent = mailsAbout('Hazel')
      if (sent.length === 0) throw new Error('no mail yet')
      return sent
    })
    expect(about.map(({ to, subject }) => [to, subject])).toEqual([[ada.email, 'Price list of Hazel did not come']])
    expect(about[0]?.text).toContain('It was tried 4 times.')
    bearer = await staffScript(shop)
    imports = importClient(shop, bearer)
  })

  it('mails the roles that import lists', () => {
    expect(LIST_ROLES).toEqual(STAFF_ROLES.filter((role) => mayDo(role, 'imports.write')))
  })
})

describe('the sign-in of a list', () => {
  it('is sent to its server, stands sealed in the database, and is never shown again', async () => {
    const id = await aKnownSupplier('Iris', `${HEADER}${rowsOf('IR', 1)}`)
    const signIn = { signIn: 'password', signInName: 'shop', secret: SECRET }
    await setSource(id, { ...signIn, secret: '' }).expect(400)
    await setSource(id, signIn).expect(204)
    serve(`${HEADER}${rowsOf('IR', 2)}`)
    await fetchNow(id).expect(202)
    await ended(id, 1)
    const basic = `Basic ${Buffer.from(`shop:${SECRET}`).toString('base64')}`
    expect(server.requests.at(-1)?.headers.authorization).toBe(basic)

    const stored = await shop.shop.database.connection.collection('list_sources').find().toArray()
    const logged = await shop.shop.database.connection.collection('audit_log').find().toArray()
    const shown = (await call().get('/api/admin/suppliers').set(bearer).expect(200)).text
    expect(JSON.stringify([stored, logged]) + shown).not.toContain(SECRET)
    expect(await supplierOf(id)).toMatchObject({ source: { signIn: 'password', signInName: 'shop' } })

    await setSource(id, { ...signIn, secret: '', url: `${server.url}/other.csv?key=token-in-the-address` }).expect(204)
    await fetchNow(id).expect(202)
    await ended(id, 2)
    expect(server.requests.at(-1)).toMatchObject({ url: '/other.csv?key=token-in-the-address' })
    expect(server.requests.at(-1)?.headers.authorization).toBe(basic)
    expect(JSON.stringify(await shop.shop.database.connection.collection('audit_log').find().toArray())).not.toContain(
      'token-in-the-address',
    )
  })

  it('goes to no other server and by no other way than the one that it was entered for', async () => {
    const id = await aKnownSupplier('Juniper', `${HEADER}${rowsOf('JU', 1)}`)
    const header = { signIn: 'header', signInName: 'X-Api-Key', secret: SECRET }
    await setSource(id, header).expect(204)
    serve(`${HEADER}${rowsOf('JU', 2)}`)
    await fetchNow(id).expect(202)
    await ended(id, 1)
    expect(server.requests.at(-1)?.headers).toMatchObject({ 'x-api-key': SECRET })
    const elsewhere = { ...header, secret: '', url: 'https://thief.example/list.csv' }
    const refused = await setSource(id, elsewhere).expect(400)
    expect(refused.body.fields).toMatchObject({ secret: /not taken over when the server/ })
    await setSource(id, { ...header, secret: '', signIn: 'password', signInName: 'shop' }).expect(400)
    await setSource(id, { signIn: 'none' }).expect(204)
    expect(
      (await shop.shop.database.connection.collection('list_sources').findOne({ _id: id as never }))?.sealedSecret,
    ).toBeNull()
  })

  it('and the address are refused in words when they cannot be right', async () => {
    const id = await aKnownSupplier('Kapok', `${HEADER}${rowsOf('KA', 1)}`)
    const wrong: readonly [string, object][] = [
      ['url', { url: 'http://lists.example/a.csv' }],
      ['url', { url: 'https://shop:secret@lists.example/a.csv' }],
      ['url', { url: 'lists.example/a.csv' }],
      ['time', { time: '24:00' }],
      ['signInName', { signIn: 'password', secret: 'x' }],
      ['signInName', { signIn: 'header', signInName: 'Host', secret: 'x' }],
      ['signInName', { signIn: 'header', signInName: 'X Api', secret: 'x' }],
      ['secret', { signIn: 'header', signInName: 'X-Key', secret: 'schlüssel' }],
      ['mailTo', { mailTo: Array.from({ length: 21 }, String) }],
    ]
    for (const [field, source] of wrong) {
      const refused = await setSource(id, source).expect(400)
      expect(Object.keys(refused.body.fields), JSON.stringify(source)).toEqual([field])
    }
    await setSource('nobody', {}).expect(404)
  })
})

it('the address is shown to those alone who may change it, and goes with its supplier', async () => {
  const id = await aKnownSupplier('Larch', `${HEADER}${rowsOf('LA', 1)}`)
  await setSource(id, { isOn: true }).expect(204)
  const people = peopleClient({ shop, mails, owner: bearer, now: () => clock.now().getTime() })
  const reader = await people.join('read-only', 'Rea')
  const { Cookie } = reader
  const seen = (await call().get('/api/admin/suppliers').set({ Cookie }).expect(200)).body as Supplier[]
  expect(seen.find((one) => one.id === id)?.source).toMatchObject({ url: null, host: new URL(server.url).host })
  await call().delete(`/api/admin/suppliers/${id}`).set(bearer).expect(204)
  const { connection } = shop.shop.database
  for (const name of ['list_sources', 'daily_jobs'])
    expect(JSON.stringify(await connection.collection(name).find().toArray())).not.toContain(id)
  await call().get(`/api/admin/suppliers/${id}/fetches`).set(bearer).expect(404)
})

it('a list that waited for a person until it could not be started any more comes again', async () => {
  const id = await aKnownSupplier('Oak', `${HEADER}${rowsOf('OA', 1)}`)
  await setSource(id, {}).expect(204)
  serve(`Art.-Nr.;Bezeichnung;Hersteller;Netto;Bestand\n${rowsOf('OA', 1)}`)
  await fetchNow(id).expect(202)
  const first = await ended(id, 1)
  offsetMs += 31 * 86_400_000
  bearer = await staffScript(shop)
  imports = importClient(shop, bearer)
  await fetchNow(id).expect(202)
  const again = await ended(id, 2)
  expect(again.state).toBe('waits')
  expect(again.importId).not.toBe(first.importId)
})
