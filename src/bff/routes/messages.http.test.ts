import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#platform/time/durations'
import { eventually } from '../../testing/eventually.ts'
import { openMessageShop, support, warranty, type MessageShop } from '../testing/message-shop.ts'

const BY = { person: { id: 'owner', name: 'Owner' }, address: '192.0.2.1' }

const service = {
  form: 'service',
  name: 'Bo',
  email: 'bo@example.com',
  phone: '5551234567',
  address: '12 Elm Street',
  equipment: 'HP LaserJet',
  serviceType: 'installation',
  preferredDate: new Date(Date.now() + 40 * 24 * HOUR_MS).toISOString().slice(0, 10),
}

describe('messages to the shop', () => {
  let open: MessageShop
  let shop: MessageShop['shop']
  let mails: MessageShop['mails']
  let staff: MessageShop['staff']
  let call: MessageShop['call']
  let send: MessageShop['send']
  let inbox: MessageShop['inbox']
  let erase: MessageShop['erase']
  beforeAll(async () => {
    open = await openMessageShop()
    ;({ shop, mails, staff, call, send, inbox, erase } = open)
  })
  afterAll(() => open.stop())

  const decide = (id: string, decision: string) =>
    call().post(`/api/admin/inbox/${id}/decision`).set(staff).send({ decision })
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

  it('belong to the person who wrote them: they can be listed for them, and erased', async () => {
    await send({ ...support, email: 'forget@example.com', message: 'My secret.' }).expect(201)
    const person = { email: 'forget@example.com' }
    expect(JSON.stringify(await shop.shop.admin.personal.list(person))).toContain('My secret.')
    await erase({ email: person.email })
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
      await erase({ email: 'mallory@example.com', reference: 'DR-1700000000001', typed })
      await erase({ email: 'mallory@example.com', reference: 'DR-1700000000001', typed })
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
      await erase({ email: 'mallory@example.com', reference: 'DR-1700000000002', typed })
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
      await erase({ email: 'mallory@example.com', reference: 'DR-1700000000003', typed })
      for (const each of [claim, mention]) await decide((await suggestionFor(each))?.id ?? '', 'refuse').expect(200)
      await erase({ email: 'mallory@example.com', reference: 'DR-1700000000003', typed })
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
      await erase({ ...request, typed: { names: ['laser printer'], phones: [], places: [] } })
      const suggested = (await inbox('kind=erasure&limit=100')).filter(
        ({ suggestion }) => suggestion?.request === request.reference,
      )
      expect(suggested).toHaveLength(50)
      await call().post('/api/admin/inbox/ES-1-2/decision').set(staff).send({ decision: 'confirm' }).expect(404)
      await call().post('/api/admin/inbox/ES-1-2/decision').send({ decision: 'confirm' }).expect(401)
      await decide(suggested[0]?.id ?? '', 'maybe').expect(400)
    })
  })

  it('keep what staff note down while somebody whom they name is erased', async () => {
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
      erase({ email: 'lost@example.com' }),
      ...references.map((reference) => shop.shop.admin.inbox.change({ reference }, { note: 'Called back.' }, BY)),
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

  it('with a card number are refused beside its field, and neither stored nor mailed, as are notes and replies', async () => {
    const { body: written } = await send(support).expect(201)
    const entry = `/api/admin/inbox/${written.reference}`
    const before = JSON.stringify(await inbox())
    const card = 'Take it from 4242 4242 4242 4242, 12/30'
    for (const [field, refused] of [
      ['message', send({ ...support, message: card })],
      ['subject', send({ ...support, subject: card })],
      ['contactInfo', send({ ...warranty, contactInfo: card })],
      ['issueDescription', send({ ...warranty, issueDescription: card })],
      ['note', call().patch(entry).set(staff).send({ note: card })],
      ['text', call().post(`${entry}/replies`).set(staff).send({ text: card, version: 0 })],
    ] as const) {
      const { body, text } = await refused.expect(400)
      expect(body).toMatchObject({ code: 'VALIDATION', fields: { [field]: expect.stringContaining('Remove it') } })
      expect(text.replaceAll(body.requestId, '')).not.toContain('4242')
    }
    expect(JSON.stringify(await inbox())).toBe(before)
    await send({ ...warranty, serialNumber: '4242424242424242' }).expect(201)
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
})
