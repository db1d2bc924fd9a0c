// The yardstick: Fastify with its own request log and nothing else, answering the bodies of BODY_FILE in turn.
import Fastify from 'fastify'
import { readFileSync } from 'node:fs'

/** @type {string[]} */
const bodies = JSON.parse(readFileSync(process.env.BODY_FILE ?? '', 'utf8'))
let next = 0
const app = Fastify({ logger: { level: 'info', base: null } })
app.get('/', (_request, reply) => {
  next = (next + 1) % bodies.length
  return reply.type('application/json; charset=utf-8').send(bodies[next])
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => app.close())
