import { expect, test } from 'vitest'
import { ApiError, asStaffRefusal } from '../../lib/api-client.ts'
import { describeFailure } from './use-contract-form.ts'

const FAILURE = { title: 'Not saved', description: 'Something went wrong. Please try again.' }
const answer = (status: number, body: object) => new ApiError(status, 'Failed', JSON.stringify(body))

test('what became of a form is said by the shop, by its session, or by the form itself', () => {
  const message = 'Too many tries. Try again in 42 seconds.'
  const limit = answer(429, { code: 'TOO_MANY_REQUESTS', message, requestId: 'r' })
  expect(describeFailure(limit, FAILURE, true)).toEqual({ title: 'Not saved', description: message })
  expect(describeFailure(answer(401, {}), FAILURE, true).description).toBe(
    'Your session has ended. Sign in again to go on; what you typed is kept.',
  )
  expect(describeFailure(answer(502, {}), FAILURE, true)).toEqual(FAILURE)
  const bare = { title: 'Update Failed', description: 'Failed to update profile' }
  expect(describeFailure(answer(502, {}), bare, true).description).toBe(
    'Failed to update profile. Please try again in a moment.',
  )
})

test('a form that got no answer says to look at the connection', () => {
  const description = 'Something went wrong. Check the connection and try again.'
  for (const error of [new TypeError('Failed to fetch'), new DOMException('', 'TimeoutError')])
    expect(describeFailure(error, FAILURE, true)).toEqual({ title: 'Not saved', description })
})

test('staff read what an ended session came to when they have opened the gate again', () => {
  const refused = answer(401, { code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: 'r' })
  const description = 'Your session had ended, so this was not saved. Save again.'
  expect(describeFailure(asStaffRefusal(refused, 'POST'), FAILURE, false)).toEqual({ title: 'Not saved', description })
})
