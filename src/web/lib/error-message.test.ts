import { describe, expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import { errorMessage } from './error-message.ts'

const answer = (status: number, body: string) => new ApiError(status, 'Failed', body)
const LOST = new TypeError('Failed to fetch')

describe('what went wrong, in a sentence', () => {
  test('is the one of the shop, where it gave one', () => {
    const body = JSON.stringify({ code: 'TOO_MANY_REQUESTS', message: 'Try again in 42 seconds.', requestId: 'r' })
    expect(errorMessage(answer(429, body), 'Not sent.')).toBe('Try again in 42 seconds.')
    expect(errorMessage(answer(502, '<html>'), 'Not sent. Please try again.')).toBe('Not sent. Please try again.')
  })

  test('says to look at the connection, and says once to try again', () => {
    expect(errorMessage(LOST, 'Not sent.')).toBe('Not sent. Check the connection and try again.')
    for (const sentence of ['Not sent. Please try again.', 'Not sent. Please try again in a moment.', 'Not sent'])
      expect(errorMessage(LOST, sentence)).toBe('Not sent. Check the connection and try again.')
  })
})
