// The yardstick: Fastify with the shop's request logging and nothing else, answering a body of the same size.
import Fastify from 'fastify'
import { readFileSync } from 'node:fs'

const body = readFileSync(process.env.BODY_FILE ?? '', 'utf8')
const app = Fastify({ logger: { level: 'info', base: null } })
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => app.close())
