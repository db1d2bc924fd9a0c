import { describe, expect, it } from 'vitest'
import { AppError, type ErrorKind } from '#platform/errors/errors'
import { describeFailure } from './errors.ts'
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
