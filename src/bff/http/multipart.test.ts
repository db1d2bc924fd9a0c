import Fastify from 'fastify'
import mongoose from 'mongoose'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { registerErrorHandler } from './errors.ts'
import { readMultipart, registerMultipart } from './multipart.ts'

const { MongoNetworkError, MongoServerError } = mongoose.mongo

/** What a form with a file is answered when the file cannot be kept for this reason. */
async function answerTo(reason: unknown): Promise<{ readonly status: number; readonly code: string }> {
  const app = Fastify()
  app.decorate('waitForSlowBody', () => {})
  registerErrorHandler(app, pino({ level: 'silent' }))
  await registerMultipart(app)
  app.post('/', (request) =>
    readMultipart(request, { fileSize: 1000, files: 1 }, async () => {
      throw reason
    }),
  )
  const form = new FormData()
  form.set('file', new Blob(['name,price\n']), 'list.csv')
  const sent = new Request('http://shop', { method: 'POST', body: form })
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/',
    headers: Object.fromEntries(sent.headers),
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  await app.close()
  return { status: statusCode, code: (JSON.parse(body) as { code: string }).code }
}

it.each([
  ['a disk that is full', new MongoServerError({ message: 'the database cannot write', code: 14_031 })],
  ['a connection that was lost', new MongoNetworkError('Premature close of the connection')],
  ['what began with that', new Error('the file was not kept', { cause: new MongoNetworkError('unexpected end') })],
])('a file that cannot be kept for %s is no fault of who sent it', async (_what, reason) => {
  expect(await answerTo(reason)).toEqual({ status: 503, code: 'UNAVAILABLE' })
})

it('a file that cannot be kept for a mistake of the shop is one', async () => {
  const duplicate = new MongoServerError({ message: 'E11000 duplicate key', code: 11_000 })
  expect(await answerTo(duplicate)).toEqual({ status: 500, code: 'INTERNAL' })
})

it('a form that is cut off while its file is kept is broken', async () => {
  expect(await answerTo(new Error('Unexpected end of multipart data'))).toEqual({
    status: 400,
    code: 'BROKEN_MULTIPART',
  })
})
