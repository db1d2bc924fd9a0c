import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InboxEntry } from '#contracts/messages'
import { mergeIdentifiers, type PersonIdentifiers } from '#platform/person-identifiers'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { staffScript } from '../testing/staff-requests.ts'

const BY = { person: { id: 'owner', name: 'Owner' }, address: '192.0.2.1' }

const HOUR_MS = 3600 * 1000
const support = {
  form: 'support',
  name: 'Ada Byron',
  email: 'Ada@Example.com',
  subject: 'Paper jam',
  category: 'technical',
  message: 'It jams\non page 2.',
}
const service = {
  form: 'service',
  name: 'Bo',
  email: 'bo@example.com',
  phone: '5551234567',
  address: '12 Elm Street',
  equipment: 'HP LaserJet',
  serviceType: 'installation',
  preferredDate: '2027-01-05',
}
const warranty = {
  form: 'warranty',
  serialNumber: 'SN-1',
  purchaseDate: '2026-01-05',
  issueDescription: 'It smells.',
  contactInfo: 'cy@example.com',
}

describe('messages to the shop', () => {
  let shop: RunningShop
  let mails: MailServer
  let staff: { Authorization: string }
  const call = () => request(shop.app.server)
  beforeAll(async () => {
    mails = await startMailServer()
    shop = await startShop({
      SEED_DEMO: 'false',
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: mails.url,
      MAIL_FROM: 'Superprinter <staff@superprinter.example>',
    })
    staff = await staffScript(shop)
  })
  afterAll(async () => {
    await shop.stop()
    await mails.stop()
  })

  const send = (body: Record<string, unknown>) => call().post('/api/messages').send(body)
  const inbox = async (query = ''): Promise<InboxEntry[]> =>
    (await call().get(`/api/admin/inbox?${query}`).set(staff).expect(200)).body as InboxEntry[]
  const decide = (id: string, decision: string) =>
    call().post(`/api/admin/inbox/${id}/decision`).set(staff).send({ decision })
  /** What a deletion does in the inbox. */
  const forget = (person: { email: string; reference?: string; typed?: PersonIdentifiers }) =>
    shop.shop.admin.personal.forget({
      reference: 'DR-1',
      dueAt: new Date(Date.now() + 45 * 24 * HOUR_MS),
      typed: mergeIdentifiers(),
      ...person,
    })
  const mailsAbout = (reference: string) =>
    mails.received.filter(({ subject }) => subject.includes(reference)).map(({ to, subject }) => ({ to, subject }))

  it('arrive under a reference, with the promised time, and can be read in the inbox as they were written', async () => {
    const { body } = await send(support).expect(201)
    expect(body.reference).toMatch(/^MSG-[2-9A-HJKMNP-Z]{8}$/)
    expect(Date.parse(body.replyBy) - Date.now()).toBeGreaterThan(4 * HOUR_MS - 60_000)
    expect(Date.parse(body.replyBy) - Date.now()).toBeLessThanOrEqual(4 * HOUR_MS)
    const [entry] = await inbox()
    expect(entry).toMatchObject({
      id: body.reference,
      kind: 'support',
      from: 'Ada Byron',
      email: 'ada@example.com',
      subject: 'Paper jam',
      state: 'open',
      assignee: null,
      notes: [],
      dueAt: body.replyBy,
      fields: [
        { label: 'Name', value: 'Ada Byron' },
        { label: 'Email', value: 'ada@example.com' },
        { label: 'Subject', value: 'Paper jam' },
        { label: 'Category', value: 'Technical problem' },
        { label: 'Message', value: 'It jams\non page 2.' },
      ],
    })
  })

  it('are answered within a day when they are no support ticket, and are acknowledged by mail where there is an address', async () => {
    const { body } = await send(warranty).expect(201)
    expect(Date.parse(body.replyBy) - Date.now()).toBeGreaterThan(23 * HOUR_MS)
    expect((await inbox('kind=warranty'))[0]).toMatchObject({
      from: 'cy@example.com',
      email: 'cy@example.com',
      subject: 'Warranty claim for SN-1',
    })
    const { body: byPhone } = await send({ ...warranty, contactInfo: 'call 555 0100' }).expect(201)
    expect((await inbox('kind=warranty'))[0]?.email).toBeNull()
    const { body: byMail } = await send(service).expect(201)
    const toStaff = (subject: string) => ({ to: 'staff@superprinter.example', subject })
    await eventually(() => {
      expect(mailsAbout(byMail.reference)).toHaveLength(2)
      expect(mailsAbout(byMail.reference)).toEqual(
        expect.arrayContaining([
          toStaff(`Service request ${byMail.reference}: Installation of HP LaserJet`),
          { to: 'bo@example.com', subject: `We have your message ${byMail.reference}` },
        ]),
      )
      expect(mailsAbout(byPhone.reference)).toEqual([
        toStaff(`Warranty claim ${byPhone.reference}: Warranty claim for SN-1`),
      ])
    })
    expect((await inbox('kind=service'))[0]?.subject).toBe('Installation of HP LaserJet')
  })

  it('stand beside the privacy requests, newest first, by kind and state, page by page', async () => {
    const { body: asked } = await call()
      .post('/api/data-requests')
      .send({
        firstName: 'Di',
        lastName: 'Data',
        email: 'di@example.com',
        requestType: 'access',
        description: 'Please send me everything.',
      })
      .expect(201)
    const { body: written } = await send({ ...service, serviceType: 'repair' }).expect(201)
    const all = await inbox('limit=100')
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual([written.reference, asked.reference])
    expect((await inbox('limit=1&offset=1')).map(({ id }) => id)).toEqual([asked.reference])
    expect((await inbox('kind=privacy')).map(({ id }) => id)).toEqual([asked.reference])
    expect(await inbox('state=closed')).toEqual([])
    const answer = await call().get('/api/admin/inbox?limit=1').set(staff).expect(200)
    expect(answer.headers['x-total-count']).toBe(String(all.length))
  })

  it('are assigned, noted and closed, privacy requests too, and the log says so', async () => {
    for (const { id } of [...(await inbox('kind=support')), ...(await inbox('kind=privacy'))]) {
      const change = (body: object) => call().patch(`/api/admin/inbox/${id}`).set(staff).send(body)
      expect((await change({ assigneeId: 'owner', note: 'Called back.' }).expect(200)).body).toMatchObject({
        assignee: 'Owner',
        assigneeId: 'owner',
        state: 'open',
        notes: [{ text: 'Called back.' }],
      })
      expect((await change({ state: 'closed' }).expect(200)).body).toMatchObject({ assignee: 'Owner', state: 'closed' })
      expect((await change({ assigneeId: null }).expect(200)).body.assignee).toBeNull()
      expect((await change({ assigneeId: 'nobody' }).expect(422)).body.code).toBe('PERSON_NOT_FOUND')
      const { entries } = await shop.shop.admin.audit.list({ search: `inbox.changed ${id}`, limit: 10, offset: 0 })
      expect(entries).toHaveLength(3)
      expect(entries[1]?.changes).toMatchObject([{ field: 'state', after: 'closed' }])
    }
    expect(await inbox('state=closed')).toHaveLength(2)
    await call().patch('/api/admin/inbox/MSG-UNKNOWN1').set(staff).send({ state: 'closed' }).expect(404)
    await call().patch('/api/admin/inbox/DR-1').set(staff).send({ state: 'closed' }).expect(404)
  })

  it('belong to the person who wrote them: they can be listed for them, and forgotten', async () => {
    await send({ ...support, email: 'forget@example.com', message: 'My secret.' }).expect(201)
    const person = { email: 'forget@example.com' }
    expect(JSON.stringify(await shop.shop.admin.personal.list(person))).toContain('My secret.')
    await forget({ email: person.email })
    expect(await shop.shop.admin.personal.list(person)).toEqual([])
    expect(JSON.stringify(await inbox('limit=100'))).not.toMatch(/secret|forget@/)
  })

  describe('that read as if they named somebody whose data was deleted', () => {
    const number = '281 867 5309'
    const typed = { names: ['Mallory Quill'], phones: ['2818675309'], places: ['product 42 Lane'] }
    /** A claim that carries nothing but a phone number, and a message of somebody else who mentions it. */
    const victims = async () => {
      const from = (body: object) =>
        call().post('/api/messages').set('x-forwarded-for', '10.8.8.9').send(body).expect(201)
      const claim = await from({ ...warranty, contactInfo: `Vic, +1 ${number}` })
      const mention = await from({ ...support, email: 'vic@example.com', message: `Call me at ${number}.` })
      return [String(claim.body.reference), String(mention.body.reference)] as const
    }
    const stored = async (reference: string) => (await inbox('limit=100')).find(({ id }) => id === reference)
    const suggestionFor = async (reference: string) =>
      (await inbox('kind=erasure&limit=100')).find(({ suggestion }) => suggestion?.message === reference)

    it('are left as they are, and staff see what matches', async () => {
      const [claim, mention] = await victims()
      const before = await Promise.all([claim, mention].map(stored))
      await forget({ email: 'mallory@example.com', reference: 'DR-1700000000001', typed })
      await forget({ email: 'mallory@example.com', reference: 'DR-1700000000001', typed })
      expect(await Promise.all([claim, mention].map(stored))).toEqual(before)
      expect(await suggestionFor(claim)).toMatchObject({
        state: 'open',
        subject: `Message ${claim} may name a deleted person`,
        suggestion: { request: 'DR-1700000000001', action: 'erase', matched: [`+1 ${number}`], decision: null },
        fields: expect.arrayContaining([{ label: 'Contact information', value: `Vic, +1 ${number}` }]),
      })
      expect((await suggestionFor(mention))?.suggestion).toMatchObject({ action: 'blank', matched: [number] })
      const open = await inbox('kind=erasure&state=open&limit=100')
      expect(open.filter(({ suggestion }) => suggestion?.message === claim)).toHaveLength(1)
    })

    it('are erased or blanked when staff confirm it, once, and the log says so without naming anybody', async () => {
      const [claim, mention] = await victims()
      await forget({ email: 'mallory@example.com', reference: 'DR-1700000000002', typed })
      const ids = await Promise.all([claim, mention].map(async (each) => (await suggestionFor(each))?.id ?? ''))
      for (const id of ids) {
        const { body } = await decide(id, 'confirm').expect(200)
        expect(body).toMatchObject({ state: 'closed', suggestion: { decision: 'confirmed', matched: [] } })
        expect((await decide(id, 'refuse').expect(409)).body.code).toBe('SUGGESTION_DECIDED')
      }
      expect(await stored(claim)).toMatchObject({ from: 'erased', email: null, fields: [] })
      expect(await stored(mention)).toMatchObject({
        from: support.name,
        email: 'vic@example.com',
        fields: expect.arrayContaining([{ label: 'Message', value: 'Call me at [erased].' }]),
      })
      const { entries } = await shop.shop.admin.audit.list({
        search: `erasure.confirmed ${claim}`,
        limit: 5,
        offset: 0,
      })
      expect(entries).toMatchObject([
        { subject: `message ${claim}`, changes: [{ field: 'erase', after: 'asked for by DR-1700000000002' }] },
      ])
    })

    it('stay for good when staff refuse it', async () => {
      const [claim, mention] = await victims()
      const before = await Promise.all([claim, mention].map(stored))
      await forget({ email: 'mallory@example.com', reference: 'DR-1700000000003', typed })
      for (const each of [claim, mention]) await decide((await suggestionFor(each))?.id ?? '', 'refuse').expect(200)
      await forget({ email: 'mallory@example.com', reference: 'DR-1700000000003', typed })
      expect(await Promise.all([claim, mention].map(stored))).toEqual(before)
      expect(await suggestionFor(claim)).toMatchObject({ state: 'closed', suggestion: { decision: 'refused' } })
      const { total } = await shop.shop.admin.audit.list({ search: `erasure.refused ${claim}`, limit: 1, offset: 0 })
      expect(total).toBe(1)
    })

    it('are at most fifty for one request', async () => {
      const references: string[] = []
      for (let index = 0; index < 51; index += 1)
        references.push(
          (
            await shop.shop.admin.inbox.receive({
              kind: 'contact',
              from: 'Anybody',
              email: 'anybody@example.com',
              subject: 'Printers',
              fields: [{ label: 'Message', value: 'The laser printer hums.' }],
            })
          ).reference,
        )
      const request = { email: 'mallory@example.com', reference: 'DR-1700000000004' }
      await forget({ ...request, typed: { names: ['laser printer'], phones: [], places: [] } })
      const suggested = (await inbox('kind=erasure&limit=100')).filter(
        ({ suggestion }) => suggestion?.request === request.reference,
      )
      expect(suggested).toHaveLength(50)
      await call().post('/api/admin/inbox/ES-1-2/decision').set(staff).send({ decision: 'confirm' }).expect(404)
      await call().post('/api/admin/inbox/ES-1-2/decision').send({ decision: 'confirm' }).expect(401)
      await decide(suggested[0]?.id ?? '', 'maybe').expect(400)
    })
  })

  it('keep what staff note down while somebody whom they name is forgotten', async () => {
    const references: string[] = []
    for (let index = 0; index < 15; index += 1)
      references.push(
        String(
          (
            await send({ ...support, message: 'Write to lost@example.com.' })
              .set('x-forwarded-for', '10.8.8.8')
              .expect(201)
          ).body.reference,
        ),
      )
    await Promise.all([
      forget({ email: 'lost@example.com' }),
      ...references.map((reference) => shop.shop.admin.inbox.change(reference, { note: 'Called back.' }, BY)),
    ])
    const entries = (await inbox('limit=100')).filter(({ id }) => references.includes(id))
    expect(entries.map(({ notes }) => notes.map(({ text }) => text))).toEqual(references.map(() => ['Called back.']))
    const suggested = (await inbox('kind=erasure&state=open&limit=100')).filter(
      ({ suggestion }) => suggestion?.request === 'DR-1',
    )
    expect(suggested.map(({ suggestion }) => suggestion?.message).toSorted()).toEqual(references.toSorted())
    for (const { id } of suggested) await decide(id, 'confirm').expect(200)
    const after = (await inbox('limit=100')).filter(({ id }) => references.includes(id))
    expect(JSON.stringify(after)).not.toContain('lost@')
    expect(after.map(({ notes }) => notes.map(({ text }) => text))).toEqual(references.map(() => ['Called back.']))
  })

  it.each([
    ['no form', { name: 'A' }, 'form'],
    ['an address that is none', { ...support, email: 'nobody' }, 'email'],
    ['no message', { ...support, message: ' ' }, 'message'],
    ['a message without an end', { ...support, message: 'x'.repeat(5001) }, 'message'],
    ['a subject with a line break in it', { ...support, subject: 'Hi\r\nBcc: all@example.com' }, 'subject'],
    ['a service that we do not offer', { ...service, serviceType: 'catering' }, 'serviceType'],
    ['an operator', { ...support, name: { $ne: '' } }, 'name'],
  ])('are refused with %s', async (_what, body, field) => {
    const answer = await send(body).set('x-forwarded-for', '10.9.9.9').expect(400)
    expect(Object.keys(answer.body.fields)).toEqual([field])
  })

  it('are not refused for invisible characters in pasted text', async () => {
    await send({ ...support, message: 'Page\u000c 2\u0000\nof 3' }).expect(201)
    expect((await inbox())[0]?.fields.at(-1)).toEqual({ label: 'Message', value: 'Page 2\nof 3' })
  })

  it('are limited to 20 an hour from one address', async () => {
    const tries = await Promise.all(Array.from({ length: 25 }, () => send(support).set('x-forwarded-for', '10.3.3.3')))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  it('are heard of by staff who look on, when they come and when others change them', async () => {
    const abort = new AbortController()
    const stream = await fetch(`${shop.url}/api/admin/changes`, { headers: staff, signal: abort.signal })
    expect(stream.status).toBe(200)
    let heard = ''
    const listening = stream.body?.pipeTo(
      new WritableStream({ write: (chunk: Uint8Array) => void (heard += new TextDecoder().decode(chunk)) }),
    )
    await eventually(() => expect(heard).toContain('event: start'))
    const { body } = await send(support).expect(201)
    const change = `{"kind":"inbox","id":"${body.reference}"`
    await eventually(() => expect(heard.split(change)).toHaveLength(2))
    await call().patch(`/api/admin/inbox/${body.reference}`).set(staff).send({ state: 'closed' }).expect(200)
    await eventually(() => expect(heard.split(change)).toHaveLength(3))
    abort.abort()
    await expect(listening).rejects.toThrow('abort')
  })

  describe('answered from the inbox', () => {
    const read = async (id: string) =>
      (await call().get(`/api/admin/inbox/${id}`).set(staff).expect(200)).body as InboxEntry
    const answer = (id: string, text: string, version: number) =>
      call().post(`/api/admin/inbox/${id}/replies`).set(staff).send({ text, version })
    /** Each from an address of its own, so that the budgets of forms and mails are apart. */
    let count = 0
    async function aMessage(fields: object = {}): Promise<InboxEntry> {
      count += 1
      const person = { email: `sender-${count}@example.com`, ...fields }
      const { body } = await send({ ...support, ...person })
        .set('x-forwarded-for', `10.8.0.${count}`)
        .expect(201)
      return read(String(body.reference))
    }

    it('get a mail that repeats what was asked, and keep the answer with who wrote it', async () => {
      const { id, email, version } = await aMessage({ message: 'It jams <b>always</b>.\nWhy?' })
      const { body } = await answer(id, 'Open the flap.\nPull <gently>.', version).expect(201)
      expect(body).toMatchObject({ state: 'answered', assignee: 'Owner', version: version + 1 })
      await eventually(async () =>
        expect((await read(id)).replies).toMatchObject([
          { by: 'Owner', text: 'Open the flap.\nPull <gently>.', state: 'sent', problem: null },
        ]),
      )
      const mail = mails.received.find(({ to, subject }) => to === email && subject.startsWith('Re: '))
      expect(mail?.subject).toBe(`Re: Paper jam (${id})`)
      expect(mail?.text).toContain('Open the flap.\nPull <gently>.')
      expect(mail?.text).toContain('It jams <b>always</b>.')
      const { body: log } = await call().get(`/api/admin/audit?search=${id}`).set(staff).expect(200)
      expect(JSON.stringify(log)).toContain('inbox.replied')
      expect(JSON.stringify(log)).not.toContain('flap')
    })

    it('can be opened again, and what is erased takes its answers along', async () => {
      const { id, email, version } = await aMessage()
      await answer(id, 'An answer for Ada.', version).expect(201)
      await eventually(async () => expect((await read(id)).replies[0]?.state).toBe('sent'))
      const reopened = await call().patch(`/api/admin/inbox/${id}`).set(staff).send({ state: 'open' }).expect(200)
      expect(reopened.body.state).toBe('open')
      const person = { email: email ?? '' }
      expect(JSON.stringify(await shop.shop.admin.personal.list(person))).toContain('An answer for Ada.')
      await forget(person)
      expect(await read(id)).toMatchObject({ from: 'erased', replies: [] })
      expect(await inbox(`search=${email}`)).toEqual([])
    })

    it('say in the thread when the address gets too many mails', async () => {
      const { id } = await aMessage()
      // The acknowledgement is the first of five an hour.
      for (let written = 0; written < 5; written += 1) await answer(id, 'Again.', (await read(id)).version)
      await eventually(async () => {
        const states = (await read(id)).replies.map(({ state }) => state)
        expect(states.toSorted()).toEqual(['failed', 'sent', 'sent', 'sent', 'sent'])
      })
      expect((await read(id)).replies.find(({ state }) => state === 'failed')?.problem).toContain('too many emails')
    })

    it('are fifty at most for a message', async () => {
      const { id, version } = await aMessage()
      await answer(id, 'The first one.', version).expect(201)
      await eventually(async () => expect((await read(id)).replies[0]?.state).toBe('sent'))
      const messages = shop.shop.database.connection.collection<{ _id: string; replies: { id: string }[] }>('messages')
      const first = (await messages.findOne({ _id: id }))?.replies[0]
      const replies = Array.from({ length: 49 }, (_, i) => ({ ...first, id: `reply-${i}` }))
      await messages.updateOne({ _id: id }, { $set: { replies } })
      await answer(id, 'The last one.', (await read(id)).version).expect(201)
      await eventually(async () => expect((await read(id)).replies[49]?.state).toBe('sent'))
      const { body } = await answer(id, 'One more.', (await read(id)).version).expect(422)
      expect(body.code).toBe('THREAD_IS_FULL')
      expect((await read(id)).replies).toHaveLength(50)
    })

    it('are refused without an address, without words, and when somebody else was faster', async () => {
      const byPhone = await send({ ...warranty, contactInfo: 'call 555 0100' }).set('x-forwarded-for', '10.8.1.1')
      expect((await answer(String(byPhone.body.reference), 'Hello', 0).expect(422)).body.code).toBe('NO_ADDRESS')
      const { id, version } = await aMessage()
      await answer(id, ' ', version).expect(400)
      await call().patch(`/api/admin/inbox/${id}`).set(staff).send({ note: 'Mine.', version }).expect(200)
      const late = await answer(id, 'Also mine.', version).expect(409)
      expect(late.body).toMatchObject({ code: 'INBOX_ENTRY_CHANGED', details: { version: version + 1 } })
      await call().patch(`/api/admin/inbox/${id}`).set(staff).send({ state: 'closed', version }).expect(409)
      expect(await read(id)).toMatchObject({ state: 'open', replies: [], version: version + 1 })
    })

    it('let one of two be first who answer at the same moment', async () => {
      const { id, version } = await aMessage()
      const answers = await Promise.all([answer(id, 'One.', version), answer(id, 'Two.', version)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect((await read(id)).replies).toHaveLength(1)
    })

    it('are found by the beginning of any word, and by owner and due time', async () => {
      const { id, email } = await aMessage({
        name: 'Zoë Quillfeather',
        subject: 'Streaks',
        message: 'See order 100042.',
      })
      const found = async (query: string) => (await inbox(query)).map((entry) => entry.id)
      for (const words of ['quillf', 'ZOE streaks', '100042', String(email), id.toLowerCase(), 'order streak'])
        expect(await found(`search=${encodeURIComponent(words)}`)).toEqual([id])
      for (const words of ['quillfeather nobody', '$regex', 'illfeather'])
        expect(await found(`search=${encodeURIComponent(words)}`)).toEqual([])
      expect(await found('mine=true&search=quillfeather')).toEqual([])
      const change = { assigneeId: 'owner', dueAt: '2020-01-01T00:00:00.000Z' }
      await call().patch(`/api/admin/inbox/${id}`).set(staff).send(change).expect(200)
      expect(await found('mine=true&search=quillfeather')).toEqual([id])
      expect(await found('overdue=true')).toEqual([id])
      const { body: toDo } = await call().get('/api/admin/to-do').set(staff).expect(200)
      expect(toDo.inbox.late).toBeGreaterThan(0)
    })

    it('belong to an account and not to a name that two people have', async () => {
      const { id } = await aMessage({ name: 'Twin Marker', subject: 'Twins' })
      const by = { person: { id: 'a', name: 'Ann' }, address: '127.0.0.1' }
      const request = { firstName: 'Twin', lastName: 'Marker', email: 'twin@example.com', description: 'Twins, too.' }
      const { body } = await call()
        .post('/api/data-requests')
        .send({ ...request, requestType: 'other' })
        .expect(201)
      const both = [id, String(body.reference)].toSorted()
      const { inbox: entries } = shop.shop.admin
      const ofPerson = async (assigneeId: string) => {
        const { entries: found, total } = await entries.list({ assigneeId, search: 'twin', limit: 10, offset: 0 })
        expect(total).toBe(found.length)
        return found
          .map((entry) => (entry.kind === 'privacy' ? entry.request : entry.kind === 'message' ? entry.message : null))
          .map((entry) => entry?.reference ?? '')
          .toSorted()
      }
      for (const reference of both) await entries.change(reference, { assignee: { id: 'a', name: 'Ann' } }, by)
      expect(await ofPerson('a')).toEqual(both)
      expect(await ofPerson('b')).toEqual([])
    })

    it('of the privacy kind are found, given and answered as well', async () => {
      const request = {
        firstName: 'Yves',
        lastName: 'Tanguy',
        email: 'yves@example.com',
        requestType: 'correct',
        description: 'My street is misspelled everywhere.',
      }
      const { body } = await call().post('/api/data-requests').send(request).expect(201)
      const id = String(body.reference)
      expect((await inbox('search=tanguy misspelled')).map((entry) => entry.id)).toEqual([id])
      await answer(id, 'It is corrected.', 0).expect(201)
      await eventually(async () => expect((await read(id)).replies).toMatchObject([{ state: 'sent' }]))
      expect(await read(id)).toMatchObject({ state: 'answered', assignee: 'Owner' })
    })

    it('name who may answer', async () => {
      const { body } = await call().get('/api/admin/inbox/people').set(staff).expect(200)
      expect(body).toEqual([{ id: 'owner', name: 'Owner', email: null }])
    })
  })

  it('have saved replies, which change only as they were seen', async () => {
    const path = '/api/admin/saved-replies'
    const first = { name: 'Jam', text: 'Hello {name},\nopen the flap.' }
    const { body: saved } = await call().post(path).set(staff).send(first).expect(201)
    expect(saved).toMatchObject({ ...first, version: 0, changedBy: 'Owner' })
    await call().post(path).set(staff).send({ name: 'Two\nlines', text: 'x' }).expect(400)
    await call().put(`${path}/${saved.id}`).set(staff).send({ name: 'A jam', text: 'Pull.', version: 0 }).expect(200)
    const late = await call()
      .put(`${path}/${saved.id}`)
      .set(staff)
      .send({ ...first, version: 0 })
      .expect(409)
    expect(late.body.code).toBe('SAVED_REPLY_CHANGED')
    expect((await call().get(path).set(staff).expect(200)).body).toMatchObject([{ name: 'A jam', version: 1 }])
    await call().delete(`${path}/${saved.id}`).set(staff).expect(204)
    await call()
      .put(`${path}/${saved.id}`)
      .set(staff)
      .send({ ...first, version: 1 })
      .expect(404)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        call()
          .post(path)
          .set(staff)
          .send({ name: `No ${index}`, text: 'x' }),
      ),
    )
    expect((await call().post(path).set(staff).send(first).expect(422)).body.code).toBe('TOO_MANY_SAVED_REPLIES')
  })
})
