import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AUTH_TOKEN_KEY } from './api-client.ts'
import { createSafeStorage } from './storage.ts'
import { syncWithAccount, SAVE_AFTER_MS } from './account-sync.ts'

type Things = { ids: number[]; version?: number }

let here: Things
let server: Things
let calls: string[]
let changed = () => {}
let storage = createSafeStorage(() => undefined)
let stop = () => {}

const sent = vi.fn<(path: string, request: RequestInit) => Promise<Response>>()
const applyRemote = vi.fn(async (saved: Things, basesNow: () => readonly Things[] | null) => {
  if (basesNow() !== null) here = saved
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' })
  storage = createSafeStorage(() => undefined)
  storage.setItem(AUTH_TOKEN_KEY, 'token-of-the-first-sign-in')
  calls = []
  applyRemote.mockClear()
  sent.mockImplementation(async (path, { method, body }) => {
    const text = typeof body === 'string' ? body : ''
    calls.push(`${method} ${path}`)
    if (path.endsWith('/merge')) server = { ids: [...new Set([...server.ids, ...(JSON.parse(text) as Things).ids])] }
    else if (method === 'PUT') server = JSON.parse(text) as Things
    return Response.json(server)
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(): Promise<void> {
  stop()
  const onChange = (listener: () => void) => {
    changed = listener
    return () => {}
  }
  stop = syncWithAccount<Things>(
    {
      stateKey: 'note',
      path: '/api/things',
      read: () => here,
      fingerprint: ({ ids }) => ids.toSorted().join(),
      onChange,
      applyRemote,
      clear: () => (here = { ids: [] }),
    },
    storage,
  )
  await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)
}

async function change(ids: number[]): Promise<void> {
  here = { ids }
  changed()
}

describe('what follows a customer', () => {
  test('is merged at the sign-in, and only then', async () => {
    here = { ids: [1] }
    server = { ids: [2] }
    await open()
    expect(here.ids.toSorted()).toEqual([1, 2])
    await open()
    expect(calls).toEqual(['PUT /api/things/merge', 'GET /api/things'])
  })

  test('is merged again at the next sign-in', async () => {
    here = { ids: [1] }
    server = { ids: [1] }
    await open()
    storage.setItem(AUTH_TOKEN_KEY, 'token-of-the-second-one')
    await open()
    expect(calls).toEqual(['PUT /api/things/merge', 'PUT /api/things/merge'])
  })

  test('is saved a moment after the last of several changes', async () => {
    here = { ids: [] }
    server = { ids: [] }
    await open()
    calls = []
    await change([1])
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS / 2)
    await change([1, 2])
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(calls).toEqual(['PUT /api/things'])
    expect(server.ids).toEqual([1, 2])
  })

  test('applies at the next visit what was removed in another browser', async () => {
    here = { ids: [1, 2] }
    server = { ids: [] }
    await open()
    server = { ids: [2] }
    await open()
    expect(here.ids).toEqual([2])
  })

  test('sends at the next visit what could not be saved at this one', async () => {
    here = { ids: [1] }
    server = { ids: [1] }
    await open()
    sent.mockImplementationOnce(async () =>
      Response.json({ code: 'X', message: 'down', requestId: 'r' }, { status: 503 }),
    )
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await change([1, 3])
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(server.ids).toEqual([1])
    await open()
    expect(server.ids).toEqual([1, 3])
    expect(here.ids).toEqual([1, 3])
  })

  test('stays as it is here when the page was left before a save was answered', async () => {
    here = { ids: [1] }
    server = { ids: [1] }
    await open()
    sent.mockImplementationOnce(async (_path, { body }) => {
      server = JSON.parse(body as string) as Things
      return new Promise(() => {})
    })
    await change([])
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(server.ids, 'saved, but nobody heard of it').toEqual([])
    expect(sent.mock.lastCall?.[1].keepalive, 'arrives without the page').toBe(true)
    here = { ids: [1] }
    await open()
    expect(here.ids).toEqual([1])
    expect(server.ids).toEqual([1])
  })

  test('is merged before anything is saved when somebody has signed in in another tab', async () => {
    here = { ids: [1] }
    server = { ids: [1] }
    await open()
    await change([1, 2])
    storage.setItem(AUTH_TOKEN_KEY, 'token-of-another-customer')
    server = { ids: [7] }
    await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)
    expect(server.ids.toSorted()).toEqual([1, 2, 7])
    expect(here.ids.toSorted()).toEqual([1, 2, 7])
  })

  test('is not what the answer for another customer says', async () => {
    here = { ids: [1] }
    server = { ids: [8] }
    let answer = () => {}
    sent.mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return Response.json({ ids: [1, 7] })
    })
    await open()
    storage.setItem(AUTH_TOKEN_KEY, 'token-of-another-customer')
    answer()
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(here.ids.toSorted()).toEqual([1, 8])
  })

  test('is neither taken over nor saved by what was under way when the customer left', async () => {
    here = { ids: [1] }
    let answer = () => {}
    sent.mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return Response.json({ ids: [1, 2] })
    })
    await open()
    stop()
    answer()
    await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)
    expect(here.ids).toEqual([1])
    expect(calls).toEqual([])
  })

  test('is saved with the next change when the shop could not be reached at first', async () => {
    here = { ids: [1] }
    server = { ids: [2] }
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    sent.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await open()
    expect(server.ids).toEqual([2])
    await change([1, 3])
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    expect(server.ids.toSorted()).toEqual([1, 2, 3])
    expect(here.ids.toSorted()).toEqual([1, 2, 3])
  })
})
