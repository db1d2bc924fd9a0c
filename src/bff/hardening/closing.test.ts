import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { patient } from '../../testing/patience.ts'
import { refuseWhileClosing } from './closing.ts'

it('an answer that does not come to its end holds no process that closes', async () => {
  const app = Fastify({ return503OnClosing: false })
  refuseWhileClosing(app, { finishMs: 200 })
  app.get('/begun', (_request, reply) => {
    reply.raw.writeHead(200).write('the first of many lines')
    reply.hijack()
  })
  const { body } = await fetch(`${await app.listen({ port: 0 })}/begun`)
  const reader = body?.getReader()
  await reader?.read()
  const started = performance.now()
  const cut = expect(reader?.read()).rejects.toThrow()
  await app.close()
  await cut
  const took = performance.now() - started
  expect(took).toBeGreaterThan(190)
  expect(took).toBeLessThan(patient(3000))
})
