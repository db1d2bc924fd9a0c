import { setImmediate } from 'node:timers'
import Fastify, { type FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { sendInPieces, writeInPieces } from './send-in-pieces.ts'

const Numbers = z.array(z.object({ number: z.int() }))

it.each([0, 1, 49, 50, 51, 100, 101, 1000])('a list of %i is whole and valid, written or sent', async (length) => {
  const numbers = Array.from({ length }, (_, number) => number)
  const expected = numbers.map((number) => ({ number }))
  const app = Fastify()
  app.get('/', (_request, reply) => sendInPieces(reply as FastifyReply, Numbers, numbers, (number) => ({ number })))
  const answer = await app.inject('/')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toEqual(expected)
  expect(await writeInPieces(numbers, (some) => some.map((number) => ({ number })))).toBe(JSON.stringify(expected))
  await app.close()
})

it('lets others have their turn however long its entries take', async () => {
  let [most, sinceTurn, isOver] = [0, 0, false]
  const takeTurn = (): void => {
    sinceTurn = 0
    if (!isOver) setImmediate(takeTurn)
  }
  takeTurn()
  await writeInPieces(
    Array.from({ length: 20 }, (_, number) => number),
    (some) => {
      for (const began = performance.now(); performance.now() - began < 4;);
      most = Math.max(most, (sinceTurn += some.length))
      return some
    },
  )
  isOver = true
  expect(most).toBeLessThanOrEqual(2)
})
