import { randomUUID } from 'node:crypto'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VerificationWays } from '#contracts/verification'
import { eventually } from '../../testing/eventually.ts'
import { aKnownPerson } from '../testing/known-person.ts'
import { aRequest, privacyCalls, startPrivacyShop, type PrivacyShop } from '../testing/privacy-shop.ts'
import { aCustomer, proveAddress } from '../testing/shop-requests.ts'
import { staffScript } from '../testing/staff-requests.ts'

let shop: PrivacyShop
const calls = privacyCalls(() => shop)
const { mailsTo, post, rows } = calls
beforeAll(async () => {
  shop = await startPrivacyShop()
})
afterAll(() => shop.stop())

/** An address of an address book. */
const AN_ADDRESS = {
  firstName: 'Ada',
  lastName: 'Byron',
  address: '1 New Road',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62704',
  country: 'US',
}

describe('a request whose person staff verify', () => {
  let staff: { Authorization: string }
  beforeAll(async () => {
    staff = await staffScript(shop)
  })
  const verification = (reference: string, step = '') => `/api/admin/inbox/${reference}/verification${step}`
  const waysOf = async (reference: string) =>
    (await request(shop.app.server).get(verification(reference)).set(staff).expect(200)).body as VerificationWays
  const step = (reference: string, name: 'phone' | 'letter' | 'code', body: object) =>
    request(shop.app.server)
      .post(verification(reference, `/${name}`))
      .set(staff)
      .send(body)
  /** The reference of a request with somebody's address, not confirmed by its mail. */
  const requestOf = async (email: string, changes: object = {}) =>
    String((await post('/data-requests', aRequest({ email, ...changes })).expect(201)).body.reference)
  const changePhone = (who: { bearer: { Authorization: string }; email: string }, phone: string) =>
    request(shop.app.server)
      .put('/api/user/profile')
      .set(who.bearer)
      .send({ firstName: 'Ada', lastName: 'Marlow', email: who.email, phone })
      .expect(200)
  const lettersOf = (reference: string) => rows('verification_letters', { _id: reference })

  it('goes on after a call to a number that the shop knew, and the log says who called', async () => {
    const person = await aKnownPerson(shop, calls)
    const asked = { requestType: 'access', phone: '+1 900 111 2222', verificationMethod: 'phone' }
    const reference = await requestOf(person.email, asked)
    const { phones, isVerified } = await waysOf(reference)
    expect(isVerified).toBe(false)
    expect(phones.map(({ lines }) => lines[0])).toContain(person.phone)
    expect(JSON.stringify(phones)).not.toContain('900 111')
    const key = phones.find(({ lines }) => lines[0] === person.phone)?.key
    await step(reference, 'phone', { key }).expect(200)
    await eventually(() => expect(mailsTo(person.email).join('\n')).toContain('Your data is ready'))
    expect(mailsTo(person.email).join('\n')).toContain('Or wait for our call')
    expect((await step(reference, 'phone', { key }).expect(409)).body.code).toBe('NOT_TO_VERIFY')
    const logged = await rows('audit_log', { action: 'privacy.verified', subject: `message ${reference}` })
    expect(logged).toMatchObject([{ actor: { name: 'Owner' } }])
    expect(JSON.stringify(logged)).toContain('by phone')
    expect(JSON.stringify(logged)).not.toContain(person.phone)
  })

  it('may go on after a call to the number of the profile, when it stood there before the request', async () => {
    const who = await aCustomer(shop)
    await proveAddress(shop, who.email)
    await changePhone(who, '281 555 0100')
    const { phones } = await waysOf(await requestOf(who.email))
    expect(phones).toMatchObject([{ lines: ['281 555 0100'], from: 'the profile' }])
    await changePhone(who, '281 555 0100')
    const reference = await requestOf(who.email)
    await changePhone(who, '281 555 0999')
    expect((await waysOf(reference)).phones).toEqual([])
  })

  it('proves nothing by what came with the request, later, from strangers, or without a proved account', async () => {
    const person = await aKnownPerson(shop, calls)
    const reference = await requestOf(person.email)
    await changePhone(person, '555 999 7777')
    const later = { ...AN_ADDRESS, phone: '555 999 8888' }
    await request(shop.app.server).post('/api/user/addresses').set(person.bearer).send(later).expect(201)
    const ways = await waysOf(reference)
    expect(ways.phones.map(({ lines }) => lines)).toEqual([[person.phone]])
    expect(JSON.stringify(ways.addresses.map(({ lines }) => lines))).not.toContain(AN_ADDRESS.address)
    const stranger = await aKnownPerson(shop, calls)
    const foreign = (await waysOf(await requestOf(stranger.email))).phones[0]?.key
    expect((await step(reference, 'phone', { key: foreign }).expect(422)).body.code).toBe('CONTACT_NOT_KNOWN')
    await step(reference, 'phone', { key: 'x' }).expect(400)
    const { email } = await aCustomer(shop)
    for (const address of [email, `nobody-${randomUUID()}@example.com`])
      expect(await waysOf(await requestOf(address))).toMatchObject({ phones: [], addresses: [], letter: null })
    expect(await rows('privacy_requests', { _id: reference })).toMatchObject([{ verifiedAt: null }])
  })

  it('goes on by the code of a letter, which is kept as a digest and counts once', async () => {
    const person = await aKnownPerson(shop, calls)
    const reference = await requestOf(person.email, { requestType: 'opt-out-marketing' })
    const address = (await waysOf(reference)).addresses[0]
    expect(address?.lines.join(' ')).toContain(person.street)
    await step(reference, 'code', { code: 'AAAA-AAAA' }).expect(422)
    const { body: earlier } = await step(reference, 'letter', { key: address?.key }).expect(201)
    const { body: letter } = await step(reference, 'letter', { key: address?.key }).expect(201)
    expect(letter.code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    expect(JSON.stringify(await lettersOf(reference))).not.toContain(String(letter.code))
    const wrong = await step(reference, 'code', { code: earlier.code }).expect(422)
    expect(wrong.body).toMatchObject({ code: 'LETTER_CODE_WRONG', details: { triesLeft: 4 } })
    await step(reference, 'code', { code: String(letter.code).toLowerCase().replace('-', ' ') }).expect(200)
    await eventually(async () => expect(await shop.shop.identity.refusesMarketing(person.email)).toBe(true))
    expect(
      await rows('audit_log', { action: 'privacy.letter-code-wrong', subject: `message ${reference}` }),
    ).toHaveLength(1)
  })

  it('has five tries for a code, thirty days, and three letters', async () => {
    const person = await aKnownPerson(shop, calls)
    const reference = await requestOf(person.email)
    const key = (await waysOf(reference)).addresses[0]?.key
    const { body: first } = await step(reference, 'letter', { key }).expect(201)
    for (let tries = 0; tries < 5; tries += 1) await step(reference, 'code', { code: '2222-2222' }).expect(422)
    const over = await step(reference, 'code', { code: first.code }).expect(422)
    expect(over.body.code).toBe('LETTER_CODE_OVER')
    const { body: second } = await step(reference, 'letter', { key }).expect(201)
    expect(Date.parse(second.expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    const letters = shop.shop.database.connection.collection('verification_letters')
    // Once its code has ended, the letter is still counted.
    const [row] = await lettersOf(reference)
    expect(row?.['expiresAt'].getTime() - Date.now()).toBeGreaterThan(2 * 365 * 86_400_000)
    const writtenAt = new Date(Date.now() - 32 * 86_400_000)
    await letters.updateOne({ _id: reference as never }, { $set: { writtenAt } })
    expect((await step(reference, 'code', { code: second.code }).expect(422)).body.code).toBe('LETTER_CODE_OVER')
    await step(reference, 'letter', { key }).expect(201)
    expect((await step(reference, 'letter', { key }).expect(422)).body.code).toBe('TOO_MANY_LETTERS')
  })

  it('has five tries for the code of every letter', async () => {
    const person = await aKnownPerson(shop, calls)
    const reference = await requestOf(person.email, { requestType: 'opt-out-marketing' })
    const key = (await waysOf(reference)).addresses[0]?.key
    await step(reference, 'letter', { key }).expect(201)
    for (let tries = 0; tries < 5; tries += 1) await step(reference, 'code', { code: '2222-2222' }).expect(422)
    const { body: second } = await step(reference, 'letter', { key }).expect(201)
    expect((await waysOf(reference)).letter).toMatchObject({ triesLeft: 5 })
    for (let left = 4; left >= 1; left -= 1) {
      const wrong = await step(reference, 'code', { code: '2222-2222' }).expect(422)
      expect(wrong.body).toMatchObject({ code: 'LETTER_CODE_WRONG', details: { triesLeft: left } })
    }
    await step(reference, 'code', { code: second.code }).expect(200)
    expect(await waysOf(reference)).toMatchObject({ isVerified: true, letter: { triesLeft: 1 } })
    expect((await step(reference, 'code', { code: second.code }).expect(409)).body.code).toBe('NOT_TO_VERIFY')
  })
})
