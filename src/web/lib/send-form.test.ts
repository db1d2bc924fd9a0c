import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GIVE_UP_AFTER_MS } from './api-client.ts'
import { STAFF_UNLOCKED_KEY, staffRefusals } from './refused-calls.ts'
import { sendForm } from './send-form.ts'
import { browserStorage } from './storage.ts'

/** A request that the test answers. */
class Request extends EventTarget {
  static latest: Request
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  withCredentials = false
  isSent = false
  status = 0
  statusText = ''
  responseText = ''
  constructor() {
    super()
    Request.latest = this
  }
  open(): void {}
  setRequestHeader(name: string, text: string): void {
    this.headers[name] = text
  }
  send(): void {
    this.isSent = true
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text })
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const send = (options?: Parameters<typeof sendForm>[2]) => sendForm('/api/admin/uploads', new FormData(), options)

test('a form with files goes out with the session and its key, and brings its JSON', async () => {
  const answer = send({ attemptKey: 'key-1' })
  const request = Request.latest
  expect(request).toMatchObject({ isSent: true, withCredentials: true, headers: { 'Idempotency-Key': 'key-1' } })
  request.answer(201, '[{"url":"/a.png"}]')
  await expect(answer).resolves.toEqual([{ url: '/a.png' }])
})

test.each([
  [200, true],
  [299, true],
  [199, false],
  [300, false],
])('an answer of %s is a success: %s', async (status, isSuccess) => {
  const answer = send()
  Request.latest.answer(status, '{}')
  await (isSuccess ? expect(answer).resolves.toEqual({}) : expect(answer).rejects.toMatchObject({ status }))
})

test.each(['<h1>Sign in to this network</h1>', ''])(
  'a success that is no answer of the shop fails: "%s"',
  async (text) => {
    const answer = send()
    Request.latest.answer(200, text)
    await expect(answer).rejects.toBeInstanceOf(SyntaxError)
  },
)

test('a refusal says why, and that of an ended session what became of the form', async () => {
  const refused = send()
  Request.latest.answer(413, '{"code":"TOO_LARGE","message":"The file is too large","requestId":"r"}')
  await expect(refused).rejects.toMatchObject({ status: 413, body: { message: 'The file is too large' } })
  const ended = send()
  Request.latest.answer(401, '{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}')
  const message = 'Your session had ended, so this was not saved. Save again.'
  await expect(ended).rejects.toMatchObject({ status: 401, body: { message } })
})

test('a lost connection fails as with every other call', async () => {
  const answer = send()
  Request.latest.dispatchEvent(new Event('error'))
  await expect(answer).rejects.toBeInstanceOf(TypeError)
})

test('a form whose screen is left is not sent, or stops being sent', async () => {
  const left = new AbortController()
  const answer = send({ signal: left.signal })
  left.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  const late = send({ signal: left.signal })
  expect(Request.latest.isSent).toBe(false)
  await expect(late).rejects.toMatchObject({ name: 'AbortError' })
})

test('a refusal that comes late shuts no gate that was opened since', async () => {
  const refused = vi.fn()
  const stop = staffRefusals.subscribe(refused)
  for (const openedAt of ['1', '2']) {
    const late = send()
    browserStorage.setItem(STAFF_UNLOCKED_KEY, openedAt)
    Request.latest.answer(401, '{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}')
    await expect(late).rejects.toMatchObject({ status: 401 })
  }
  expect(refused).not.toHaveBeenCalled()
  const last = send()
  Request.latest.answer(401, '{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}')
  await expect(last).rejects.toMatchObject({ status: 401 })
  expect(refused).toHaveBeenCalledOnce()
  stop()
  browserStorage.removeItem(STAFF_UNLOCKED_KEY)
})

test('a form is given up when nothing was heard of it for as long as a call is waited for', async () => {
  vi.useFakeTimers()
  try {
    const answer = send().catch((error: unknown) => error)
    const request = Request.latest
    const stops = vi.spyOn(request, 'abort')
    const moments = [
      () => request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 })),
      () => request.dispatchEvent(new Event('progress')),
    ]
    for (const getOn of moments) {
      await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER_MS - 1)
      getOn()
    }
    await vi.advanceTimersByTimeAsync(GIVE_UP_AFTER_MS - 1)
    expect(stops).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(stops).toHaveBeenCalledOnce()
    await expect(answer).resolves.toMatchObject({ name: 'TimeoutError' })
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
