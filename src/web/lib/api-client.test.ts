import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api, ApiError, apiList, AUTH_TOKEN_KEY, isRefusal } from './api-client.ts'
import { errorMessage } from './error-message.ts'
import { learnShopTime, shopNow } from './shop-clock.ts'
import { browserStorage } from './storage.ts'
import { read, swrOptions } from './swr-options.ts'

const sent = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', sent)
})
afterEach(() => {
  vi.unstubAllGlobals()
  sent.mockReset()
  browserStorage.removeItem(AUTH_TOKEN_KEY)
})

const answer = (body: unknown, init: ResponseInit = {}) =>
  sent.mockImplementation(async () => Response.json(body, init))

describe('a call of the API', () => {
  test('sends credentials, and a content type only with a body', async () => {
    answer([])
    await api('/api/products')
    expect(sent.mock.lastCall?.[1]).toMatchObject({
      method: 'GET',
      credentials: 'include',
      headers: { Accept: 'application/json' },
    })
    expect(sent.mock.lastCall?.[1]).not.toHaveProperty('body')

    await api('/api/login', { method: 'POST', body: { email: 'ada@example.com' } })
    expect(sent.mock.lastCall?.[1]).toMatchObject({
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: '{"email":"ada@example.com"}',
    })
  })

  test('learns the time of the shop, from a refusal too', async () => {
    const hour = 3_600_000
    for (const [status, ahead] of [
      [200, hour],
      [409, -hour],
    ] as const) {
      answer({}, { status, headers: { date: new Date(Date.now() + ahead).toUTCString() } })
      await api('/api/products').catch(() => null)
      expect(Math.round((shopNow() - Date.now()) / hour)).toBe(ahead / hour)
    }
    learnShopTime(new Headers({ date: new Date().toUTCString() }), 2000)
  })

  test('carries the bearer token when there is one', async () => {
    answer({})
    browserStorage.setItem(AUTH_TOKEN_KEY, 'abc')
    await api('/api/user/orders')
    expect(sent.mock.lastCall?.[1].headers).toMatchObject({ Authorization: 'Bearer abc' })
  })

  test('that is anonymous carries nothing that tells who sends it', async () => {
    answer({})
    browserStorage.setItem(AUTH_TOKEN_KEY, 'abc')
    await api('/api/search-misses', { method: 'POST', body: { term: 'drum' }, isAnonymous: true })
    expect(sent.mock.lastCall?.[1].credentials).toBe('omit')
    expect(sent.mock.lastCall?.[1].headers).not.toHaveProperty('Authorization')
  })

  test('is given up with its page, unless it is to outlive it', async () => {
    answer({})
    await api('/api/logout', { method: 'POST' })
    expect(sent.mock.lastCall?.[1]).not.toHaveProperty('keepalive')
    await api('/api/logout', { method: 'POST', outlivesPage: true })
    expect(sent.mock.lastCall?.[1]).toMatchObject({ keepalive: true })
  })

  test('is given up when it is never answered, later than the shop would answer itself', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    sent.mockImplementation(
      (_path, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    )
    const call = api('/api/orders', { method: 'POST', body: {} }).catch((thrown: unknown) => thrown)
    const longestOfShopMs = 60_000
    expect(timeout.mock.calls[0]?.[0]).toBeGreaterThan(longestOfShopMs)
    late.abort(new DOMException('', 'TimeoutError'))
    const error = await call
    expect(isRefusal(error), 'nobody knows what became of it').toBe(false)
    expect(errorMessage(error, 'Not ordered.')).toBe('Not ordered. Check the connection and try again.')
    timeout.mockRestore()
  })

  test('fails with status and body text, and hands the error answer on', async () => {
    const body = { code: 'PRICE_CHANGED', message: 'A price changed', requestId: 'r-1' }
    answer(body, { status: 409 })
    const error = await api('/api/orders', { method: 'POST', body: {} }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 409, message: `409: ${JSON.stringify(body)}`, body })
  })

  test('fails with the status text where the answer is empty', async () => {
    sent.mockResolvedValue(new Response('', { status: 502, statusText: 'Bad Gateway' }))
    await expect(api('/api/products')).rejects.toMatchObject({ message: '502: Bad Gateway', body: null })
  })

  test('reads the message of a proxy that gives no code, and nothing of what is no message', async () => {
    answer({ message: 'Back in five minutes' }, { status: 503 })
    await expect(api('/api/products')).rejects.toMatchObject({ body: { message: 'Back in five minutes', code: '' } })
    answer({ message: 7 }, { status: 503 })
    await expect(api('/api/products')).rejects.toMatchObject({ body: null })
  })

  test('says of a change that staff sent after their session that it is not saved, and of nothing else', async () => {
    answer({ code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: 'r' }, { status: 401 })
    const message = 'Your session had ended, so this was not saved. Save again.'
    await expect(api('/api/admin/products/1', { method: 'PATCH', body: {} })).rejects.toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message },
    })
    for (const [path, method] of [
      ['/api/admin/products', 'GET'],
      ['/api/cart', 'POST'],
      ['/api/admin/session', 'POST'],
    ] as const)
      await expect(api(path, { method })).rejects.toMatchObject({ body: { message: 'Unauthorized' } })
  })

  test('reads an empty answer as nothing', async () => {
    sent.mockResolvedValue(new Response(null, { status: 204 }))
    await expect(api('/api/logout', { method: 'POST' })).resolves.toBeUndefined()
  })

  test('hands on how many rows a list has in all', async () => {
    answer([1, 2], { headers: { 'X-Total-Count': '77' } })
    await expect(apiList('/api/products?limit=2')).resolves.toEqual({ rows: [1, 2], total: 77 })
  })
})

describe('the default read', () => {
  test('gets the first element of its key', async () => {
    answer(['HP'])
    await expect(read(['/api/search-suggestions?q=hp', 'hp'])).resolves.toEqual(['HP'])
    expect(sent.mock.lastCall?.[0]).toBe('/api/search-suggestions?q=hp')
  })

  test('reads a 401 as null and fails for the rest', async () => {
    answer({ code: 'UNAUTHORIZED', message: 'Sign in', requestId: 'r' }, { status: 401 })
    await expect(read('/api/auth/user')).resolves.toBeNull()
    answer({ code: 'NOT_FOUND', message: 'No such product', requestId: 'r' }, { status: 404 })
    await expect(read('/api/products/1')).rejects.toMatchObject({ status: 404 })
  })

  test('never goes stale by itself: no reading again on focus, no polling, no retries', () => {
    expect(swrOptions).toMatchObject({
      fetcher: read,
      revalidateIfStale: false,
      revalidateOnFocus: false,
      refreshInterval: 0,
      shouldRetryOnError: false,
    })
  })
})
