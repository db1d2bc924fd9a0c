import { describe, expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import { errorMessage } from './error-message.ts'

const answer = (status: number, body: string) => new ApiError(status, 'Failed', body)
const LOST = new TypeError('Failed to fetch')

describe('what went wrong, in a sentence', () => {
  test('is the one of the shop, where it gave one', () => {
    const body = JSON.stringify({ code: 'TOO_MANY_REQUESTS', message: 'Try again in 42 seconds.', requestId: 'r' })
    expect(errorMessage(answer(429, body), 'Not sent.')).toBe('Try again in 42 seconds.')
  })

  test('says to try again in a moment when something before the shop answered, unless it says so', () => {
    for (const status of [403, 404, 429, 502, 504])
      for (const body of ['<html>', '', '{"message":""}'])
        for (const sentence of ['Not sent', 'Not sent.'])
          expect(errorMessage(answer(status, body), sentence)).toBe('Not sent. Please try again in a moment.')
    expect(errorMessage(answer(502, '<html>'), 'Not sent. Please try again.')).toBe('Not sent. Please try again.')
  })

  test('says what to do about what is too large', () => {
    expect(errorMessage(answer(413, '<html>'), 'Not sent. Please try again.')).toBe(
      'Not sent. It is too large. Please send less at once.',
    )
  })

  test('says to look at the connection, and says once to try again', () => {
    expect(errorMessage(LOST, 'Not sent.')).toBe('Not sent. Check the connection and try again.')
    for (const sentence of ['Not sent. Please try again.', 'Not sent. Please try again in a moment.', 'Not sent'])
      expect(errorMessage(LOST, sentence)).toBe('Not sent. Check the connection and try again.')
  })
})
