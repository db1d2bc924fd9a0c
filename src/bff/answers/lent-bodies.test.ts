import Fastify, { type FastifyRequest } from 'fastify'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { setOwnHeadersOf } from '../http/security-headers.ts'
import { makeAnswer } from './answer.ts'
import { createCheckedAnswers } from './checked-answers.ts'
import { lendBody, lendText } from './lent-bodies.ts'
import { registerQuickAnswers } from './quick-answers.ts'

const MAX_BYTES = 1_000_000
const PAGE = 10_000
/** More answers than fit into the system's own memory for one reader. */
const ASKED = 4000
const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()))
})

it('a body has its own memory until it is given back', () => {
  const [one, other] = [lendText('one'), lendText('zwölf')]
  expect([one.body.toString(), other.body.toString()]).toEqual(['one', 'zwölf'])
  one.giveBack?.()
  const next = lendBody(2)
  expect(next.body.buffer).toBe(one.body.buffer)
  expect(next.body).toHaveLength(2)
  expect(other.body.toString()).toBe('zwölf')
})

it('what is given back twice is lent to one reader only', () => {
  const { giveBack } = lendText('one')
  giveBack?.()
  const first = lendText('first')
  giveBack?.()
  lendText('second')
  expect(first.body.toString()).toBe('first')
})

it('a long body need not be given back', () => {
  expect([lendBody(40_000), lendText('a'.repeat(40_000))]).toMatchObject([
    { body: { length: 40_000 }, giveBack: null },
    { body: { length: 40_000 }, giveBack: null },
  ])
})

it('what is kept has memory of its own', () => {
  const kept = createCheckedAnswers({ maxBytes: MAX_BYTES })
  for (let time = 0; time < 2; time += 1)
    kept.keep('/', makeAnswer(lendText('kept'), { headers: {} }), () => true).giveBack?.()
  lendText('else')
  lendText('else')
  expect(kept.find('/')?.body.toString()).toBe('kept')
})

it('whoever reads late gets the bytes that were made for him', async () => {
  const app = Fastify()
  running.push(app)
  app.decorate('isUnderPressure', () => false)
  registerQuickAnswers(app, { headers: {}, setOwnHeaders: setOwnHeadersOf({}), countRequest: () => {} })
  const made = { a: 0, b: 0 }
  const quickAnswers = {
    find: () => undefined,
    prepare: (request: FastifyRequest) => async () => {
      const letter = request.url === '/a' ? 'a' : 'b'
      made[letter] += 1
      return makeAnswer(lendText(letter.repeat(PAGE)), { headers: {} })
    },
  }
  app.get('/:letter', { config: { quickAnswers } }, () => 'by the route')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const late = connect(port, '127.0.0.1').pause()
  for (let i = 1; i <= ASKED; i += 1)
    late.write(`GET /a HTTP/1.1\r\nHost: shop\r\nConnection: ${i === ASKED ? 'close' : 'keep-alive'}\r\n\r\n`)
  // Until the system takes no more from a sender whose reader does not read.
  for (let before = -1; made.a > before; await setTimeout(200)) before = made.a
  expect(made.a).toBeLessThan(ASKED)
  for (let i = 0; i < 40; i += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/b`)).text()).toBe('b'.repeat(PAGE))
  const bodies = (await text(late)).match(/[ab]{1000,}/g) ?? []
  expect(bodies).toHaveLength(ASKED)
  expect(new Set(bodies)).toEqual(new Set(['a'.repeat(PAGE)]))
})
