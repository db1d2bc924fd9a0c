import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { DatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors/errors'
import { registerErrorHandler } from './errors.ts'
import { registerRequestLog } from './request-log.ts'

const ERROR = 50

/** The line of a request to a route that throws this. */
async function lineOf(error: unknown): Promise<Record<string, unknown> | undefined> {
  const lines: Record<string, unknown>[] = []
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = Fastify()
  registerErrorHandler(app, logger)
  registerRequestLog(app, { logger, setOwnHeaders: (_request, reply) => reply, observe: () => {} })
  app.get('/', async () => {
    throw error
  })
  await app.inject('/')
  await app.close()
  return lines.find(({ msg }) => msg === 'request')
}

it('a failure of ours has its cause in the line of the request', async () => {
  expect(await lineOf(new DatabaseUnavailable(new Error('connect ECONNREFUSED 10.0.0.5:27017')))).toMatchObject({
    level: ERROR,
    status: 503,
    cause: 'UNAVAILABLE, Error: connect ECONNREFUSED 10.0.0.5:27017',
  })
  expect(await lineOf(new AppError('unavailable', 'TOO_BUSY', 'Many people are signing in right now.'))).toMatchObject({
    level: ERROR,
    cause: 'TOO_BUSY, AppError: Many people are signing in right now.',
  })
})

it('the text of an unexpected error, which may name a person, is not in the line of the request', async () => {
  const line = await lineOf(new TypeError('dup key: { email: "ada@example.com" }'))
  expect(line).toMatchObject({ level: ERROR, status: 500, cause: 'INTERNAL, TypeError' })
})

it('a refusal has no cause', async () => {
  const line = await lineOf(new AppError('not-found', 'GONE', 'There is nothing here.'))
  expect(line).toMatchObject({ level: 30, status: 404, address: '127.0.0.1' })
  expect(line?.cause).toBeUndefined()
})
