import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InboxEntry, SavedReply } from '#contracts/inbox'
import { eventually } from '../../testing/eventually.ts'
import { openMessageShop, support, warranty, type MessageShop } from '../testing/message-shop.ts'

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
      await erase(person)
      expect(await read(id)).toMatchObject({ from: 'erased', replies: [] })
      expect(await inbox(`search=${email}`)).toEqual([])
    })

    it('say in the thread when the address gets too many mails, wait again, and are sent again as they are', async () => {
      const { id } = await aMessage()
      const openEntries = async () => (await inbox('state=open')).map((entry) => entry.id)
      const states = async () => (await read(id)).replies.map(({ state }) => state)
      // The acknowledgement is the first of five an hour.
      const sent = ['sent', 'sent', 'sent', 'sent']
      for (let written = 1; written <= 4; written += 1) {
        await answer(id, 'Again.', (await read(id)).version).expect(201)
        await eventually(async () => expect(await states()).toEqual(sent.slice(0, written)))
      }
      expect(await openEntries()).not.toContain(id)
      await answer(id, 'Once more.', (await read(id)).version).expect(201)
      await eventually(async () => expect(await states()).toEqual([...sent, 'failed']))
      const { state, replies, version } = await read(id)
      expect(state).toBe('open')
      expect(replies[4]?.problem).toContain('too many emails')
      expect(await openEntries()).toContain(id)

      const again = (reply: string | undefined, seen: number) =>
        call().post(`/api/admin/inbox/${id}/replies/${reply}/send`).set(staff).send({ version: seen })
      await again(replies[4]?.id, version - 1).expect(409)
      const { body } = await again(replies[4]?.id, version).expect(200)
      expect(body).toMatchObject({ state: 'answered', version: version + 1 })
      await eventually(async () => expect(await read(id)).toMatchObject({ state: 'open', version: version + 2 }))
      expect(await states()).toEqual([...sent, 'failed'])
      const { body: unchanged } = await again(replies[0]?.id, version + 2).expect(200)
      expect(unchanged).toEqual(await read(id))
      await again('nobody', version + 2).expect(404)
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

    it('leave room for fifty notes beside them', async () => {
      const { id } = await aMessage()
      const write = async () => {
        const { version } = await read(id)
        return call().patch(`/api/admin/inbox/${id}`).set(staff).send({ note: 'Nobody answers.', version })
      }
      for (let count = 0; count < 50; count += 1) expect((await write()).status).toBe(200)
      const refused = await write()
      expect(refused.status).toBe(422)
      expect(refused.body.code).toBe('TOO_MANY_NOTES')
      expect((await read(id)).notes).toHaveLength(50)
      const { version } = await read(id)
      await call().patch(`/api/admin/inbox/${id}`).set(staff).send({ state: 'closed', version }).expect(200)
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

    it('are sent once, and a note is kept once, when it is repeated with the version that has it', async () => {
      const { id, version } = await aMessage()
      await answer(id, 'Once.', version).set('Idempotency-Key', `reply-${id}`).expect(201)
      await answer(id, 'Once.', (await read(id)).version)
        .set('Idempotency-Key', `reply-${id}`)
        .expect(201)
      for (const _press of [1, 2]) {
        const seen = (await read(id)).version
        const patch = call().patch(`/api/admin/inbox/${id}`).set(staff).set('Idempotency-Key', `note-${id}`)
        await patch.send({ note: 'Called back.', version: seen }).expect(200)
      }
      expect((await read(id)).replies.map(({ text }) => text)).toEqual(['Once.'])
      expect((await read(id)).notes.map(({ text }) => text)).toEqual(['Called back.'])
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
      for (const reference of both) await entries.change({ reference }, { assignee: { id: 'a', name: 'Ann' } }, by)
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
    const listed = (await call().get(path).set(staff).expect(200)).body as SavedReply[]
    expect(listed.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, index) => `No ${index}`))
  })
})
