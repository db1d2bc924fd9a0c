import Fastify from 'fastify'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '#platform/database/unavailable'
import { AppError, type ErrorKind } from '#platform/errors/errors'
import { createLogger } from '#platform/log/logger'
import { causeOf, describeFailure, registerErrorHandler } from './errors.ts'
import { HttpRefusal } from './http-refusal.ts'

describe('an error over HTTP', () => {
  it.each<[ErrorKind, number]>([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['conflict', 409],
    ['unprocessable', 422],
    ['too-many', 429],
    ['unavailable', 503],
  ])('of kind %s answers %i with its code and message', (kind, status) => {
    expect(describeFailure(new AppError(kind, 'SOME_CODE', 'What happened.'))).toMatchObject({
      status,
      code: 'SOME_CODE',
      message: 'What happened.',
    })
  })

  it('does not reveal the text of an unexpected error', () => {
    for (const error of [
      new Error('E11000 duplicate key at /srv/shop'),
      new TypeError('x is undefined'),
      'text',
      null,
    ]) {
      expect(describeFailure(error)).toEqual({
        status: 500,
        code: 'INTERNAL',
        message: 'Something went wrong on our side. Please try again.',
        isServerError: true,
      })
    }
  })

  it('is 503 when the database cannot be reached', () => {
    const cause = Object.assign(new Error('timed out'), { name: 'MongoServerSelectionError' })
    for (const error of [cause, new Error('the order was not stored', { cause })]) {
      expect(describeFailure(error)).toMatchObject({
        status: 503,
        code: 'UNAVAILABLE',
        retryAfterSeconds: 5,
        isServerError: true,
      })
    }
  })

  describe('of a database that', () => {
    const refused = (code: number, message: string) => new mongoose.mongo.MongoServerError({ code, message })
    const fullDisk = refused(14_031, 'the database cannot write: The disk of /srv/shop is full: make room on it.')
    const notAllowed = refused(
      13,
      'not authorized on shop to execute command { find: "users", filter: { phone: "5550199" } }',
    )
    const wrongPassword = refused(18, 'Authentication failed.')
    const toEach = (error: Error) =>
      [error, new DatabaseUnavailable(error), new Error('not stored', { cause: error })].map((each) => ({
        staff: describeFailure(each, true),
        others: describeFailure(each),
      }))

    it('takes no changes says so, and to staff also what is to be done', () => {
      for (const { staff, others } of toEach(fullDisk)) {
        const common = { status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 5 }
        expect(others).toMatchObject({
          ...common,
          message: 'The shop cannot save anything right now. Please try again later.',
        })
        expect(staff).toMatchObject({ ...common, message: expect.stringContaining('disk of its database is full') })
        expect(staff.message).not.toContain('/srv/shop')
      }
    })

    it.each([notAllowed, wrongPassword])('does not let the shop in or work is an outage: $message', (error) => {
      for (const { staff, others } of toEach(error)) {
        expect([staff.status, others.status]).toEqual([503, 503])
        expect(staff.message).toMatch(/look at the user and the password of MONGODB_URI/)
        expect(others.message).toBe(new DatabaseUnavailable(null).message)
      }
    })

    it('is told to those whom a session has shown to be staff, and never with what was asked for', async () => {
      const app = Fastify()
      const causes: (string | undefined)[] = []
      app.decorateRequest('staff', null)
      app.addHook('onRequest', async (request) => {
        if (request.headers.authorization !== undefined) request.staff = {} as never
      })
      app.addHook('onResponse', async (request) => void causes.push(causeOf(request)))
      registerErrorHandler(app, createLogger('silent'))
      app.get('/api/admin/orders', () => Promise.reject(notAllowed))
      const ask = async (headers: Record<string, string>) =>
        (await app.inject({ url: '/api/admin/orders', headers })).body
      expect(await ask({ authorization: 'bearer' })).toContain('MONGODB_URI')
      expect(await ask({})).not.toContain('MONGODB_URI')
      expect(causes).toHaveLength(2)
      for (const cause of causes) {
        expect(cause).toContain('not authorized on shop to execute command { find: "users", not shown }')
        expect(cause).not.toContain('5550199')
      }
      await app.close()
    })
  })

  it('for a duplicate key is an internal error, not an outage', () => {
    expect(describeFailure(Object.assign(new Error('E11000'), { name: 'MongoServerError', code: 11000 })).status).toBe(
      500,
    )
  })

  it('keeps the status of HTTP errors', () => {
    expect(describeFailure(new HttpRefusal(415, 'ENCODING_NOT_SUPPORTED', 'Send it uncompressed.'))).toMatchObject({
      status: 415,
      code: 'ENCODING_NOT_SUPPORTED',
    })
    expect(
      describeFailure(Object.assign(new Error('secret detail'), { statusCode: 418, code: 'FST_ERR_OTHER' })),
    ).toMatchObject({ status: 418, code: 'BAD_REQUEST', message: 'The request cannot be understood.' })
  })
})
