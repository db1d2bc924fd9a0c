import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#platform/errors/errors'
import { createLogger } from '#platform/log/logger'
import { registerAnswerDeadline } from '../hardening/answer-deadline.ts'
import { registerErrorHandler } from '../http/errors.ts'
import { setOwnHeadersOf } from '../http/security-headers.ts'
import { makeAnswer, type Answer } from './answer.ts'
import { registerQuickAnswers } from './quick-answers.ts'

const headers = { 'x-frame-options': 'DENY' }
const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()))
})

const answerOf = (text: string) => makeAnswer(text, { headers: { 'content-type': 'text/plain' } })

/** A server with one route, of which this is said about quick answers; the route itself answers "by the route". */
async function aServer(
  make: (() => Promise<Answer>) | null,
  options: { readonly kept?: Answer; readonly isUnderPressure?: boolean; readonly count?: () => void } = {},
) {
  const app = Fastify()
  running.push(app)
  app.decorate('isUnderPressure', () => options.isUnderPressure ?? false)
  const setOwnHeaders = setOwnHeadersOf(headers)
  registerErrorHandler(app, createLogger('silent'), setOwnHeaders)
  registerAnswerDeadline(app, { lookEveryMs: 10 })
  registerQuickAnswers(app, { headers, setOwnHeaders, countRequest: options.count ?? (() => {}) })
  const finished: number[] = []
  app.addHook('onResponse', (_request, reply, done) => {
    finished.push(reply.statusCode)
    done()
  })
  app.get(
    '/',
    { config: { answerWithinMs: 50, quickAnswers: { find: () => options.kept, prepare: () => make } } },
    () => 'by the route',
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    finished,
    async ask(init: RequestInit = {}) {
      const answer = await fetch(url, init)
      return { status: answer.status, frame: answer.headers.get('x-frame-options'), text: await answer.text() }
    },
  }
}

describe('a quick answer', () => {
  it('is sent with the own headers, and the request ends as all others do', async () => {
    const { ask, finished } = await aServer(async () => answerOf('made'))
    expect(await ask()).toEqual({ status: 200, frame: 'DENY', text: 'made' })
    expect(finished).toEqual([200])
  })

  it('is left to the route when it is not known how to make it, and for other methods', async () => {
    expect(await (await aServer(null)).ask()).toMatchObject({ status: 200, text: 'by the route' })
    expect(await (await aServer(async () => answerOf('made'))).ask({ method: 'HEAD' })).toMatchObject({ text: '' })
  })

  it('that cannot be made is an error with the own headers', async () => {
    const { ask } = await aServer(async () => {
      throw new AppError('not-found', 'PRODUCT_NOT_FOUND', 'There is no such product.')
    })
    const { status, frame, text } = await ask()
    expect([status, frame, JSON.parse(text)]).toMatchObject([404, 'DENY', { code: 'PRODUCT_NOT_FOUND' }])
  })

  it('is not made for who asked too often, and what is kept is not sent', async () => {
    let made = 0
    const make = async () => {
      made += 1
      return answerOf('made')
    }
    const count = () => {
      throw new AppError('too-many', 'TOO_MANY_REQUESTS', 'Too many tries.')
    }
    expect(await (await aServer(make, { count })).ask()).toMatchObject({ status: 429, frame: 'DENY' })
    expect(await (await aServer(null, { count, kept: answerOf('kept') })).ask()).toMatchObject({ status: 429 })
    expect(made).toBe(0)
  })

  it('under pressure is only what is kept', async () => {
    const make = async () => answerOf('made')
    expect(await (await aServer(make, { isUnderPressure: true })).ask()).toMatchObject({ text: 'by the route' })
    const kept = answerOf('kept')
    expect(await (await aServer(make, { isUnderPressure: true, kept })).ask()).toMatchObject({ text: 'kept' })
  })

  it('has a deadline, and what is made after it is dropped', async () => {
    let finish = (_answer: Answer) => {}
    const { ask, finished } = await aServer(() => new Promise((resolve) => (finish = resolve)))
    expect(await ask()).toMatchObject({ status: 503, frame: 'DENY' })
    finish(answerOf('too late'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(finished).toEqual([503])
  })
})
