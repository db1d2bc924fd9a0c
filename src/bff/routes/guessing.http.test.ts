import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswordHasher } from '#platform/security/passwords'
import { patient } from '../../testing/patience.ts'
import { STAFF_PASSWORD, startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCustomer, PASSWORD } from '../testing/shop-requests.ts'

let shop: RunningShop
beforeAll(async () => {
  shop = await startShop(
    { SEED_DEMO: 'false', TRUST_PROXY: '127.0.0.1' },
    // A storm is one of hashes at their full cost.
    { passwords: createPasswordHasher() },
  )
})
afterAll(() => shop.stop())

const signIn = (address: string, email: string, password: string) =>
  request(shop.app.server).post('/api/login').set('x-forwarded-for', address).send({ email, password })
const openGate = (address: string, password: string) =>
  request(shop.app.server).post('/api/admin/session').set('x-forwarded-for', address).send({ password })
const statusesOf = async (calls: readonly request.Test[]) => (await Promise.all(calls)).map(({ status }) => status)
const times = <Item>(length: number, make: (index: number) => Item) => Array.from({ length }, (_, index) => make(index))

describe('guesses at an account', () => {
  it('block the pair of account and address after ten, and neither the owner nor another account', async () => {
    const { email } = await aCustomer(shop)
    const other = await aCustomer(shop)
    const statuses = await statusesOf(times(30, () => signIn('10.1.0.1', email, 'wrong-guess')))
    expect(statuses.toSorted()).toEqual([...times(10, () => 401), ...times(20, () => 429)])
    await signIn('10.1.0.1', email.toUpperCase(), PASSWORD).expect(429)
    await signIn('10.1.0.2', email, PASSWORD).expect(200)
    await signIn('10.1.0.1', other.email, PASSWORD).expect(200)
  })
})

describe('right sign-ins', () => {
  it('of a storm from one address leave another customer’s sign-in as quick as it was', async () => {
    const stormers = await Promise.all(times(8, () => aCustomer(shop)))
    const visitor = await aCustomer(shop)
    const timeOf = async () => {
      const began = performance.now()
      await signIn('10.6.0.1', visitor.email, PASSWORD).expect(200)
      return performance.now() - began
    }
    await timeOf()
    const storming = new AbortController()
    const storm = times(40, async (index) => {
      const { email } = stormers[index % stormers.length] ?? visitor
      while (!storming.signal.aborted) await signIn('10.6.0.2', email, PASSWORD)
    })
    const durations: number[] = []
    for (let time = 0; time < 5; time += 1) durations.push(await timeOf())
    storming.abort()
    await Promise.all(storm)
    expect(durations.toSorted((a, b) => a - b)[2]).toBeLessThan(patient(800))
  })
})

describe('guesses at the gate of the back office', () => {
  it('are forty for an IPv6 network of many homes', async () => {
    const own = await startShop({ SEED_DEMO: 'false', TRUST_PROXY: '127.0.0.1' })
    try {
      const guess = (network: number) =>
        request(own.app.server)
          .post('/api/admin/session')
          .set('x-forwarded-for', `2001:db8:7:${network}::1`)
          .send({ password: 'guess' })
      const statuses: number[] = []
      for (let network = 0; network < 50; network += 1) statuses.push((await guess(network)).status)
      expect(statuses).toEqual([...times(40, () => 401), ...times(10, () => 429)])
    } finally {
      await own.stop()
    }
  })
})

// Both wait some seconds for what slows strangers down, so they wait at the same time.
describe.concurrent('guesses at an account or at the gate', () => {
  it('from many addresses slow down who never signed in from there, and never the owner at home', async () => {
    const { email } = await aCustomer(shop)
    await signIn('10.2.0.1', email, PASSWORD).expect(200)
    for (let network = 0; network < 5; network += 1)
      await statusesOf(times(10, () => signIn(`10.3.0.${network}`, email, 'wrong-guess')))

    const began = performance.now()
    const statuses = await statusesOf(times(20, (index) => signIn(`10.4.0.${index}`, email, 'wrong-guess')))
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15)
    expect(performance.now() - began).toBeGreaterThan(2000)

    const atHome = performance.now()
    await signIn('10.2.0.1', email, PASSWORD).expect(200)
    expect(performance.now() - atHome).toBeLessThan(patient(1500))
    // On a new phone it takes some seconds, and that is all.
    await signIn('10.5.0.1', email, PASSWORD).expect(200)
  })

  it('from everywhere together slow down strangers, and never staff where they opened it before', async () => {
    await openGate('10.8.0.1', STAFF_PASSWORD).expect(200)
    for (let network = 0; network < 5; network += 1)
      await statusesOf(times(10, () => openGate(`10.9.0.${network}`, 'guess')))
    const statuses = await statusesOf(times(40, (index) => openGate(`10.10.0.${index}`, 'guess')))
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    const began = performance.now()
    await openGate('10.8.0.1', STAFF_PASSWORD).expect(200)
    expect(performance.now() - began).toBeLessThan(patient(1500))
    await openGate('10.11.0.1', STAFF_PASSWORD).expect(200)
  })
})
