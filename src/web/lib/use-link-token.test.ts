import { expect, test, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { isUnknownLink, linkProblem } from './use-link-token.ts'

const ours = (status: number) =>
  new ApiError(status, '', JSON.stringify({ code: 'X', message: 'Said by the shop.', requestId: 'r' }))
const TRY_AGAIN = 'We could not reach the shop. Your link still works; please try again.'

test('a link is unknown when the shop says so, and not when something before it has no such page', () => {
  for (const status of [400, 404]) {
    expect(isUnknownLink(ours(status))).toBe(true)
    expect(isUnknownLink(new ApiError(status, '', '<html>'))).toBe(false)
  }
  expect(isUnknownLink(ours(503))).toBe(false)
  expect(isUnknownLink(new TypeError('Failed to fetch'))).toBe(false)
})

test('what stands in the way of a link is always said', () => {
  const onUnknown = vi.fn()
  for (const status of [409, 429]) expect(linkProblem(ours(status), onUnknown)).toBe('Said by the shop.')
  for (const error of [ours(503), new TypeError('Failed to fetch')])
    expect(linkProblem(error, onUnknown)).toBe(TRY_AGAIN)
  for (const status of [400, 404, 409, 429, 502])
    expect(linkProblem(new ApiError(status, '', ''), onUnknown)).toBe(TRY_AGAIN)
  expect(onUnknown).not.toHaveBeenCalled()
  expect(linkProblem(ours(404), onUnknown)).toBeNull()
  expect(onUnknown).toHaveBeenCalledOnce()
})
