import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserStorage } from '../../lib/storage.ts'
import { store } from '../../lib/store.ts'
import { refreshSession, sessionAtom, signedIn, signOut } from './session-store.ts'

const ada = { id: 'u1', email: 'ada@example.com', firstName: 'Ada' }
const answers = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
const reload = vi.fn()
const said = vi.fn()
const answer =
  (status: number, body: unknown = {}) =>
  async () =>
    new Response(status === 204 ? null : JSON.stringify(body), { status })
const token = () => browserStorage.getItem('authToken')
const session = () => store.get(sessionAtom)

beforeEach(() => {
  vi.stubGlobal('fetch', answers)
  vi.stubGlobal('window', { location: { reload } })
  vi.spyOn(console, 'error').mockImplementation(said)
  browserStorage.removeItem('authToken')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  answers.mockReset()
  reload.mockReset()
  said.mockReset()
})

describe('who visits', () => {
  test('is nobody without a token, and the server is not asked', async () => {
    await refreshSession()
    expect(session()).toEqual({ user: null, isLoading: false })
    expect(answers).not.toHaveBeenCalled()
  })

  test('is the customer of the token that a sign-in gave', async () => {
    answers.mockImplementation(answer(200, ada))
    await signedIn('good')
    expect(session()).toEqual({ user: ada, isLoading: false })
    const [path, request] = answers.mock.calls[0] ?? []
    expect(path).toBe('/api/auth/user')
    expect(request?.headers).toMatchObject({ Authorization: 'Bearer good' })
  })

  test('is nobody after a 401, and the token is gone', async () => {
    answers.mockImplementation(answer(401, { code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: 'r' }))
    await signedIn('stale')
    expect(session().user).toBeNull()
    expect(token()).toBeNull()
    expect(said).not.toHaveBeenCalled()
  })

  test('is nobody while the shop answers with an error, but the token is kept and the error is logged', async () => {
    answers.mockImplementation(answer(503))
    await signedIn('good')
    expect(session()).toEqual({ user: null, isLoading: false })
    expect(token()).toBe('good')
    expect(said).toHaveBeenCalledOnce()
  })

  test('stays who it was when only the connection is lost', async () => {
    answers.mockImplementation(answer(200, ada))
    await signedIn('good')
    answers.mockRejectedValue(new TypeError('Failed to fetch'))
    await refreshSession()
    expect(session().user).toEqual(ada)
    expect(token()).toBe('good')
  })

  test('is decided by the last question, whichever answer comes last', async () => {
    let answerFirst: (response: Response) => void = () => {}
    answers.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
    const first = signedIn('old')
    answers.mockImplementation(answer(200, ada))
    await signedIn('new')
    answerFirst(new Response('', { status: 401 }))
    await first
    expect(session().user).toEqual(ada)
    expect(token()).toBe('new')
  })
})

describe('signing out', () => {
  test.each([
    ['the server agrees', answer(204)],
    ['the server fails', answer(500)],
    ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('forgets the token and loads the page anew when %s', async (_case, implementation) => {
    browserStorage.setItem('authToken', 'good')
    answers.mockImplementation(implementation)
    await signOut()
    expect(answers.mock.calls[0]?.[0]).toBe('/api/logout')
    expect(answers.mock.calls[0]?.[1]).toMatchObject({ method: 'POST' })
    expect(answers.mock.calls[0]?.[1].body).toBeUndefined()
    expect(token()).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('calls nobody without a token', async () => {
    await signOut()
    expect(answers).not.toHaveBeenCalled()
    expect(reload).toHaveBeenCalledOnce()
  })
})
