import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { refusedFields } from './refused-fields.ts'

const FORM = { email: '', shippingAddress: { firstName: '', city: '' }, tags: ['new'] }

function refusal(fields: Record<string, string>): ApiError {
  const body = { code: 'VALIDATION_FAILED', message: 'Some fields need attention', requestId: 'r', fields }
  return new ApiError(400, 'Bad Request', JSON.stringify(body))
}

test('what the server refused comes in the order of the form, names within an address too', () => {
  const error = refusal({ 'shippingAddress.city': 'No such city', unknown: 'x', tags: 'Too many', email: 'Taken' })
  expect(refusedFields(error, FORM)).toEqual([
    ['email', 'Taken'],
    ['shippingAddress.city', 'No such city'],
    ['tags', 'Too many'],
  ])
})

test('an error that wraps the answer counts like the answer', () => {
  expect(refusedFields(new Error('Order failed', { cause: refusal({ email: 'Taken' }) }), FORM)).toEqual([
    ['email', 'Taken'],
  ])
})

test('a lost connection refuses no field', () => {
  expect(refusedFields(new TypeError('Failed to fetch'), FORM)).toEqual([])
})
