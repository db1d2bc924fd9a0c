import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#contracts/identity'
import { api } from './api-client.ts'
import { keepForCustomer } from './kept-for-customer.ts'
import { customerRefusals } from './refused-calls.ts'
import { readSession, sessionOf, signingOut, signOut } from './session.ts'
import { formDraft } from './drafts.ts'
import { browserStorage, tabStorage } from './storage.ts'
import { store } from './store.ts'

const ada = { id: 'u1', email: 'ada@example.com', firstName: 'Ada' } as User
const answers = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
const reload = vi.fn()
const logged = vi.fn()
const answer =
  (status: number, body: unknown = {}) =>
  async () =>
    new Response(status === 204 ? null : JSON.stringify(body), { status })
const UNAUTHORIZED = { code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: 'r' }
let page = new EventTarget()
const token = () => browserStorage.getItem('authToken')

beforeEach(() => {
  store.set(signingOut, false)
  vi.stubGlobal('fetch', answers)
  page = Object.assign(new EventTarget(), { location: { reload, pathname: '/account' } })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { forms: [] })
  vi.spyOn(console, 'error').mockImplementation(logged)
  browserStorage.removeItem('authToken')
  tabStorage.removeItem('account')
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  answers.mockReset()
  reload.mockReset()
  logged.mockReset()
})

describe('who visits', () => {
  test('is anonymous without a token, and the server is not called', async () => {
    expect(await readSession()).toBeNull()
    expect(answers).not.toHaveBeenCalled()
  })

  test('is the customer of the token', async () => {
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(answer(200, ada))
    expect(await readSession()).toEqual(ada)
    expect(sessionOf(ada, undefined)).toMatchObject({ user: ada, isLoading: false, hasEnded: false })
    const [path, request] = answers.mock.calls[0] ?? []
    expect(path).toBe('/api/auth/user')
    expect(request?.headers).toMatchObject({ Authorization: 'Bearer good' })
  })

  test('is anonymous while the shop answers with an error, but the token is kept and the error is logged', async () => {
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(answer(503))
    const error: unknown = await readSession().catch((failure: unknown) => failure)
    expect(sessionOf(ada, error)).toMatchObject({ user: null, isLoading: false, hasFailed: true })
    expect(token()).toBe('good')
    expect(logged).toHaveBeenCalledOnce()
  })

  test('stays who it was when only the connection is lost', () => {
    expect(sessionOf(ada, new TypeError('Failed to fetch'))).toMatchObject({ user: ada, hasFailed: true })
    expect(sessionOf(undefined, new TypeError('Failed to fetch'))).toMatchObject({ user: null, isLoading: false })
  })

  test('is not known before the first answer', () => {
    expect(sessionOf(undefined, undefined)).toMatchObject({ user: null, isLoading: true })
  })

  test('is anonymous after a 401: the token is gone, and the session counts as ended until somebody signs in', async () => {
    browserStorage.setItem('authToken', 'stale')
    answers.mockImplementation(answer(401, UNAUTHORIZED))
    const refused = vi.fn()
    const stop = customerRefusals.subscribe(refused)
    expect(await readSession()).toBeNull()
    stop()
    expect(refused, 'the question itself, which would be asked again').not.toHaveBeenCalled()
    expect(token()).toBeNull()
    expect(logged).not.toHaveBeenCalled()
    expect(await readSession()).toBeNull()
    expect(sessionOf(null, undefined).hasEnded).toBe(true)
    browserStorage.setItem('authToken', 'new')
    answers.mockImplementation(answer(200, ada))
    await readSession()
    expect(sessionOf(null, undefined).hasEnded).toBe(false)
  })

  test('keeps the token of a newer sign-in when the answer for an older one comes late', async () => {
    browserStorage.setItem('authToken', 'old')
    answers.mockImplementation(async () => {
      browserStorage.setItem('authToken', 'new')
      return new Response(JSON.stringify(UNAUTHORIZED), { status: 401 })
    })
    await readSession()
    expect(token()).toBe('new')
  })
})

describe('another customer than the one before in this tab', () => {
  const grace = { ...ada, id: 'u2' }
  const draft = formDraft('contact', { message: '' })

  async function becomes(next: User, at: string): Promise<User | null> {
    page = Object.assign(new EventTarget(), { location: { reload, pathname: at } })
    vi.stubGlobal('window', page)
    browserStorage.setItem('authToken', 'of the first')
    answers.mockImplementation(answer(200, ada))
    await readSession()
    draft.save({ message: 'typed' })
    answers.mockImplementation(answer(401, UNAUTHORIZED))
    await readSession()
    browserStorage.setItem('authToken', 'of the next')
    answers.mockImplementation(answer(200, next))
    return readSession()
  }

  test('finds nothing of what was typed, and goes on where the sign-in has a page of its own', async () => {
    expect(await becomes(grace, '/login/code')).toEqual(grace)
    expect(draft.read()).toBeNull()
    expect(reload).not.toHaveBeenCalled()
  })

  test('is not there when the same one comes back', async () => {
    expect(await becomes(ada, '/account')).toEqual(ada)
    expect(draft.read()).toEqual({ message: 'typed' })
    expect(reload).not.toHaveBeenCalled()
  })

  // The last one here: the page is on its way out, and answers nobody any more.
  test('is not known to a page that shows what was typed: it is loaded anew', async () => {
    const known = vi.fn()
    void becomes(grace, '/account').then(known)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(draft.read()).toBeNull()
    expect(known).not.toHaveBeenCalled()
  })
})

describe('a call with the token of a session that is over', () => {
  test('notifies the page once, and fails with a readable message', async () => {
    browserStorage.setItem('authToken', 'stale')
    answers.mockImplementation(answer(401, UNAUTHORIZED))
    const refused = vi.fn()
    const stop = customerRefusals.subscribe(refused)
    await expect(api('/api/user/profile', { method: 'PUT', body: {} })).rejects.toMatchObject({
      status: 401,
      body: { message: 'Your session has ended. Sign in again to go on.' },
    })
    expect(refused).toHaveBeenCalledOnce()
    stop()
  })

  test.each([
    ['nobody was signed in', null, UNAUTHORIZED],
    [
      'a password was wrong',
      'good',
      { code: 'WRONG_CREDENTIALS', message: 'Invalid email or password', requestId: 'r' },
    ],
  ])('is none when %s', async (_case, sent, body) => {
    if (sent !== null) browserStorage.setItem('authToken', sent)
    answers.mockImplementation(answer(401, body))
    const refused = vi.fn()
    const stop = customerRefusals.subscribe(refused)
    await expect(api('/api/login', { method: 'POST', body: {} })).rejects.toMatchObject({
      body: { message: body.message },
    })
    expect(refused).not.toHaveBeenCalled()
    stop()
  })
})

describe('signing out', () => {
  test.each([
    ['the server agrees', answer(204)],
    ['the server fails', answer(500)],
    ['the server does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('forgets the token and reloads the page when %s', async (_case, implementation) => {
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(implementation)
    await signOut()
    expect(answers.mock.calls[0]?.[0]).toBe('/api/logout')
    expect(answers.mock.calls[0]?.[1]).toMatchObject({ method: 'POST' })
    expect(answers.mock.calls[0]?.[1].body).toBeUndefined()
    expect(token()).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('leaves the sign-in of another tab alone that came before the answer', async () => {
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(async () => {
      browserStorage.setItem('authToken', 'of another tab')
      return new Response(null, { status: 204 })
    })
    await signOut()
    expect(token()).toBe('of another tab')
    expect(reload).toHaveBeenCalledOnce()
  })

  test('makes no call without a token', async () => {
    await signOut()
    expect(answers).not.toHaveBeenCalled()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('says so from the press on, once, and does not wait for an answer that does not come', async () => {
    vi.useFakeTimers()
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(() => new Promise(() => {}))
    const signedOut = signOut()
    expect(store.get(signingOut)).toBe(true)
    void signOut()
    await vi.advanceTimersByTimeAsync(1000)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(answers).toHaveBeenCalledOnce()
    expect(token()).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
    await signedOut
    expect(store.get(signingOut), 'until the page is loaded anew').toBe(true)
  })

  test('signs out also a customer who leaves the page before the answer comes', () => {
    vi.useFakeTimers()
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(() => new Promise(() => {}))
    const draft = formDraft('contact', { message: '' })
    draft.save({ message: 'typed' })
    void signOut()
    page.dispatchEvent(new Event('pagehide'))
    expect(answers.mock.calls.map(([path]) => path)).toEqual(['/api/logout'])
    expect(answers.mock.calls[0]?.[1].keepalive, 'arrives without the page').toBe(true)
    expect(token()).toBeNull()
    expect(draft.read()).toBeNull()
  })

  test('saves first what the account keeps, and takes it along', async () => {
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(answer(204))
    const steps: string[] = []
    const stop = keepForCustomer({
      async save() {
        steps.push(`save with ${answers.mock.calls.length} calls`)
      },
      leave: () => steps.push(`leave with the token ${token()}`),
    })
    await signOut()
    expect(steps).toEqual(['save with 0 calls', 'leave with the token null'])
    stop()
  })

  test('signs out also a customer who leaves the page while that is saved', async () => {
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(answer(204))
    const leave = vi.fn()
    let saved = () => {}
    const stop = keepForCustomer({ save: () => new Promise((resolve) => (saved = resolve)), leave })
    const signedOut = signOut()
    expect(answers).not.toHaveBeenCalled()
    page.dispatchEvent(new Event('pagehide'))
    expect(answers.mock.calls.map(([path]) => path)).toEqual(['/api/logout'])
    expect(leave).toHaveBeenCalled()
    saved()
    await signedOut
    stop()
  })

  test('ends what was typed in this tab, which a session that ends by itself does not', async () => {
    const draft = formDraft('contact', { message: '' })
    draft.save({ message: 'typed' })
    browserStorage.setItem('authToken', 'stale')
    answers.mockImplementation(answer(401, UNAUTHORIZED))
    await readSession()
    expect(draft.read()).toEqual({ message: 'typed' })
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(answer(204))
    await signOut()
    expect(draft.read()).toBeNull()
  })
})
