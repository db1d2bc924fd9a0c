import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { NEW_PASSWORD, openCodeShop, type CodeShop } from '../testing/code-shop.ts'
import { aCustomer, aProvedCustomer, PASSWORD, TOO_COMMON } from '../testing/shop-requests.ts'

const MINUTE = 60_000

let open: CodeShop
let shop: CodeShop['shop']
let mails: CodeShop['mails']
let clock: CodeShop['clock']
let post: CodeShop['post']
let whoAmI: CodeShop['whoAmI']
let codeMailsTo: CodeShop['codeMailsTo']
let codeFor: CodeShop['codeFor']
let signInByCode: CodeShop['signInByCode']
let choose: CodeShop['choose']
beforeAll(async () => {
  open = await openCodeShop()
  ;({ shop, mails, clock, post, whoAmI, codeMailsTo, codeFor, signInByCode, choose } = open)
})
afterAll(() => open.stop())

/** The token of the link in the first mail to an address. */
const linkTokenFor = (address: string) =>
  eventually(() => {
    const link = /token=([\w-]+)/.exec(mails.received.find(({ to }) => to === address)?.text ?? '')?.[1]
    expect(link).toBeDefined()
    return link ?? ''
  })

describe('a new password after a sign-in by code', () => {
  it('needs no old one, ends all other sessions, and is told by mail', async () => {
    const ada = await aProvedCustomer(shop)
    await post('/login/code/verify', { email: ada.email, otp: await codeFor(ada.email) }).expect(200)
    const elsewhere = await post('/login', { email: ada.email, password: PASSWORD }).expect(200)
    const { bearer } = await signInByCode(ada.email)
    await choose(bearer).expect(200)
    await whoAmI(bearer).expect(200)
    await whoAmI({ Authorization: `Bearer ${String(elsewhere.body.token)}` }).expect(401)
    await post('/login', { email: ada.email, password: PASSWORD }).expect(401)
    await post('/login', { email: ada.email, password: NEW_PASSWORD }).expect(200)
    await eventually(() =>
      expect(
        mails.received.filter(({ to, subject }) => to === ada.email && subject === 'Your password was changed'),
      ).toHaveLength(1),
    )
  })

  it('gives up the address that somebody with the old one has asked for', async () => {
    const ada = await aProvedCustomer(shop)
    const email = `thief-${ada.email}`
    await request(shop.app.server)
      .put('/api/user/profile')
      .set(ada.bearer)
      .send({ firstName: 'Ada', lastName: 'Byron', phone: '5551234567', email, currentPassword: PASSWORD })
      .expect(200)
    const token = await linkTokenFor(email)
    const { bearer } = await signInByCode(ada.email)
    await choose(bearer).expect(200)
    await post('/verify-email', { token }).expect(404)
    expect((await whoAmI(bearer).expect(200)).body).toMatchObject({ email: ada.email, pendingEmail: null })
  })

  it('is set once', async () => {
    const { bearer } = await signInByCode((await aCustomer(shop)).email)
    const statuses = await Promise.all(Array.from({ length: 3 }, async () => (await choose(bearer)).status))
    expect(statuses.toSorted()).toEqual([200, 403, 403])
  })

  it('is chosen within 15 minutes', async () => {
    const { bearer } = await signInByCode((await aCustomer(shop)).email)
    const start = clock.time
    clock.time = new Date(start.getTime() + 15 * MINUTE)
    expect((await choose(bearer).expect(403)).body).toMatchObject({
      code: 'CODE_NEEDED',
      message: 'The time to choose a new password is over. Sign in with a new code.',
    })
    clock.time = new Date(start.getTime() + 15 * MINUTE - 1)
    await choose(bearer).expect(200)
  })

  it('is refused to a session that a password or a sign-up opened', async () => {
    const ada = await aCustomer(shop)
    await choose(ada.bearer).expect(403)
    const answer = await post('/login', { email: ada.email, password: PASSWORD }).expect(200)
    await choose({ Authorization: `Bearer ${String(answer.body.token)}` }).expect(403)
    await request(shop.app.server).put('/api/user/password/new').send({}).expect(401)
  })

  it('is held to the rules of every password', async () => {
    const { bearer } = await signInByCode((await aCustomer(shop)).email)
    expect((await choose(bearer, 'short').expect(400)).body.fields).toEqual({
      newPassword: 'New password must be at least 8 characters',
    })
    expect((await choose(bearer, 'password1').expect(400)).body.fields).toEqual({
      newPassword: TOO_COMMON,
    })
    const differing = { newPassword: NEW_PASSWORD, confirmPassword: PASSWORD }
    const answer = await request(shop.app.server).put('/api/user/password/new').set(bearer).send(differing).expect(400)
    expect(answer.body.fields).toEqual({ confirmPassword: "Passwords don't match" })
    await choose(bearer).expect(200)
  })
})

describe('an account that somebody opened with an address of another', () => {
  it('goes to the one who reads its mails', async () => {
    const squatter = await aCustomer(shop)
    const owner = await signInByCode(squatter.email)
    await whoAmI(squatter.bearer).expect(401)
    await choose(owner.bearer).expect(200)
    await post('/login', { email: squatter.email, password: PASSWORD }).expect(401)
    await post('/login', { email: squatter.email, password: NEW_PASSWORD }).expect(200)
  })

  it('is not closed to its owner by the link of the mail that greeted the other one', async () => {
    const squatter = await aCustomer(shop)
    const token = await linkTokenFor(squatter.email)
    const owner = await signInByCode(squatter.email)
    await post('/verify-email/decline', { token }).expect(404)
    await whoAmI(owner.bearer).expect(200)
  })

  it('ends the password and the new address of the one who opened it', async () => {
    const squatter = await aCustomer(shop)
    const theirs = `squatter-${squatter.email}`
    const profile = { firstName: 'Eve', lastName: 'Mallory', phone: '5550001111', email: theirs }
    await request(shop.app.server)
      .put('/api/user/profile')
      .set(squatter.bearer)
      .send({ ...profile, currentPassword: PASSWORD })
      .expect(200)
    const token = await linkTokenFor(theirs)
    const owner = await signInByCode(squatter.email)
    await post('/login', { email: squatter.email, password: PASSWORD }).expect(401)
    await post('/verify-email', { token }).expect(404)
    expect((await whoAmI(owner.bearer).expect(200)).body).toMatchObject({ email: squatter.email, pendingEmail: null })
  })

  it('is addressed without the name that was typed for it', async () => {
    const { email } = await aCustomer(shop)
    await codeFor(email)
    const [first] = codeMailsTo(email)
    expect(first?.text).not.toContain('Ada')
  })

  it('keeps the sessions of a customer whose address was proved before', async () => {
    const ada = await aCustomer(shop)
    const { bearer } = await signInByCode(ada.email)
    await signInByCode(ada.email)
    await whoAmI(bearer).expect(200)
  })
})
