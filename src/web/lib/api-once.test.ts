import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { apiOnce, deleteAt, takeStep } from './api-once.ts'
import { tabStorage } from './storage.ts'

const sent = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
const keys = () => sent.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))

beforeEach(() => void vi.stubGlobal('fetch', sent))
afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockReset()
  tabStorage.removeItem('unanswered')
})

const answer = (status: number) => sent.mockImplementationOnce(async () => Response.json({}, { status }))
const send = (text: string, path = '/api/messages') => apiOnce(path, { text }).catch(() => {})

describe('a call that makes something', () => {
  test.each([
    ['was lost', () => sent.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
    ['was 500', () => answer(500)],
    ['was 503', () => answer(503)],
  ])('has the same key again when its answer %s, and another once it went through', async (_why, fail) => {
    fail()
    answer(201)
    answer(201)
    for (let time = 0; time < 3; time++) await send('Hello')
    const [first, second, third] = keys()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('has another key with other words, at another path, and after a refusal', async () => {
    for (let time = 0; time < 3; time++) answer(503)
    answer(422)
    answer(201)
    await send('Hello')
    await send('Hello there')
    await send('Hello', '/api/data-requests')
    await send('Hello')
    await send('Hello')
    const [first, words, path, again, afterRefusal] = keys()
    expect(again).toBe(first)
    expect(new Set([first, words, path, afterRefusal]).size).toBe(4)
  })

  test('keeps nothing of what was typed, and no more than the newest twenty', async () => {
    sent.mockRejectedValue(new TypeError('Failed to fetch'))
    for (let time = 0; time < 30; time++) await send(`secret ${time}`)
    const kept = tabStorage.getItem('unanswered') ?? ''
    expect(kept).not.toContain('secret')
    expect(JSON.parse(kept)).toHaveLength(20)
  })

  test('is sent with a new key where what was kept is broken', async () => {
    tabStorage.setItem('unanswered', '{"not": "a list"')
    answer(201)
    await send('Hello')
    expect(keys()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })
})

describe('a deletion', () => {
  const refused = (status: number) =>
    sent.mockResolvedValueOnce(Response.json({ code: 'X', message: 'No.', requestId: 'r' }, { status }))

  test('of what is gone is one, by an earlier try or by somebody else', async () => {
    refused(404)
    await expect(deleteAt('/api/admin/products/7')).resolves.toBeUndefined()
    expect(sent).toHaveBeenCalledWith('/api/admin/products/7', expect.objectContaining({ method: 'DELETE' }))
  })

  test('is none where something before the shop says that there is no such page', async () => {
    sent.mockResolvedValueOnce(new Response('<html>', { status: 404 }))
    await expect(deleteAt('/api/user/sessions')).rejects.toMatchObject({ status: 404 })
  })

  test.each([403, 409, 503])('that the shop answers with %d is none', async (status) => {
    refused(status)
    await expect(deleteAt('/api/admin/products/7')).rejects.toThrow('No.')
  })
})

describe('a step', () => {
  const refusal = (status: number) => new ApiError(status, 'No.', '')
  const step = (failure: Error, state: string) => {
    const read = vi.fn<() => Promise<string>>().mockResolvedValue(state)
    const taken = takeStep({ send: () => Promise.reject(failure), read, isTaken: (now) => now === 'running' })
    return { read, taken }
  }

  test.each([
    ['an answer that was lost', new TypeError('Failed to fetch')],
    ['a proxy that gave up waiting', refusal(504)],
    ['a refusal', refusal(409)],
  ])('was taken when the thing says so after %s', async (_what, failure) => {
    await expect(step(failure, 'running').taken).resolves.toBe('running')
    await expect(step(failure, 'previewed').taken).rejects.toBe(failure)
  })

  test('is not asked about after another refusal', async () => {
    const { read, taken } = step(refusal(403), 'running')
    await expect(taken).rejects.toThrow('No.')
    expect(read).not.toHaveBeenCalled()
  })
})
