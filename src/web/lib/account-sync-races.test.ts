import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SAVE_AFTER_MS, syncWithAccount } from './account-sync.ts'
import { AUTH_TOKEN_KEY } from './api-client.ts'
import { createSafeStorage } from './storage.ts'

type Things = { ids: readonly number[]; version?: number | undefined }

const isSame = (one: readonly number[], other: readonly number[]) => one.toSorted().join() === other.toSorted().join()

/** As PUT, PUT merge and GET of the cart answer. */
let server: Required<Things>
/** For each call how long it takes to arrive, and for the answer to come back; null for one that is lost. */
let travel: () => readonly [there: number, back: number | null]
let calls: string[]
let released: (() => void)[]

const SOON = [0, 0] as const
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function ask(path: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  const [there, back] = travel()
  await sleep(there)
  calls.push(`${method} ${path}`)
  const answer = answerTo(path, method, typeof body === 'string' ? (JSON.parse(body) as Things) : null)
  if (back === null) throw new TypeError('Failed to fetch')
  await sleep(back)
  return answer
}

function answerTo(path: string, method: string, sent: Things | null): Response {
  if (sent !== null && method === 'PUT') {
    const isUnseen = sent.version !== undefined && sent.version !== server.version && !isSame(sent.ids, server.ids)
    if (isUnseen && !path.endsWith('/merge'))
      return Response.json({ code: 'SAVED_LIST_CHANGED', message: 'changed', requestId: 'r' }, { status: 409 })
    const ids = path.endsWith('/merge') ? [...new Set([...server.ids, ...sent.ids])] : sent.ids
    server = { ids, version: server.version + 1 }
  }
  return Response.json(server)
}

/** A browser of the customer's, with any number of tabs. */
function aBrowser() {
  const storage = createSafeStorage(() => undefined)
  storage.setItem(AUTH_TOKEN_KEY, 'token-of-this-sign-in')
  const listeners = new Set<() => void>()
  const browser = {
    storage,
    ids: [] as readonly number[],
    tabs: [] as (() => void)[],
    openTab() {
      const stop = syncWithAccount<Things>(
        {
          stateKey: 'note',
          path: '/api/things',
          read: () => ({ ids: browser.ids }),
          fingerprint: ({ ids }) => ids.toSorted().join(),
          onChange(listener) {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
          async applyRemote(saved, basesNow) {
            // The products of lines that are new here are read.
            if (!isSame(saved.ids, browser.ids)) await sleep(travel()[0])
            const bases = basesNow()
            if (bases === null) return
            const isChangedHere = (id: number) => bases.some(({ ids }) => ids.includes(id) !== browser.ids.includes(id))
            const ids = [...new Set([...browser.ids, ...saved.ids])].filter((id) =>
              (isChangedHere(id) ? browser : saved).ids.includes(id),
            )
            if (!isSame(ids, browser.ids)) browser.change(ids)
          },
          clear: () => browser.change([]),
        },
        storage,
      )
      browser.tabs.push(stop)
    },
    closeTab() {
      browser.tabs.shift()?.()
    },
    change(ids: readonly number[]) {
      browser.ids = ids
      for (const listener of listeners) listener()
    },
    add: (id: number) => browser.change([...browser.ids, id]),
    remove: (id: number) => browser.change(browser.ids.filter((each) => each !== id)),
  }
  released.push(() => browser.tabs.forEach((stop) => stop()))
  return browser
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', ask)
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  server = { ids: [], version: 0 }
  travel = () => SOON
  calls = []
  released = []
})
afterEach(() => {
  released.forEach((release) => release())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const settle = () => pass(20 * SAVE_AFTER_MS)

describe('what follows a customer', () => {
  test('does not go back to an older save of another tab that arrives after a newer one', async () => {
    const browser = aBrowser()
    browser.openTab()
    await settle()
    browser.add(1)
    travel = () => [5 * SAVE_AFTER_MS, 0]
    await pass(SAVE_AFTER_MS)
    browser.closeTab()
    travel = () => SOON
    browser.openTab()
    browser.add(2)
    browser.remove(1)
    await pass(2 * SAVE_AFTER_MS)
    expect(server.ids, 'the newer one').toEqual([2])
    await settle()
    expect(server.ids).toEqual([2])
    expect(browser.ids).toEqual([2])
  })

  test('keeps what two browsers have added, each without having seen the other', async () => {
    const [phone, desk] = [aBrowser(), aBrowser()]
    phone.openTab()
    desk.openTab()
    await settle()
    phone.add(1)
    await settle()
    desk.add(2)
    await settle()
    expect(server.ids.toSorted()).toEqual([1, 2])
    expect(desk.ids.toSorted()).toEqual([1, 2])
    phone.closeTab()
    phone.openTab()
    await settle()
    expect(phone.ids.toSorted()).toEqual([1, 2])
  })

  test('takes one call for a change in one tab, and one for each that is open', async () => {
    const browser = aBrowser()
    browser.openTab()
    await settle()
    calls = []
    browser.add(1)
    await settle()
    expect(calls).toEqual(['PUT /api/things'])
    browser.openTab()
    await settle()
    calls = []
    travel = () => [100, 100]
    browser.add(2)
    await settle()
    expect(calls).toEqual(['PUT /api/things', 'PUT /api/things'])
    expect(server.ids).toEqual([1, 2])
  })

  test('goes on from what a page of an earlier release has noted, which names no version', async () => {
    const browser = aBrowser()
    server = { ids: [1], version: 4 }
    browser.ids = [1, 2]
    browser.storage.setItem('note', JSON.stringify({ session: 'this-sign-in'.slice(-12), saved: '1' }))
    browser.openTab()
    await settle()
    expect(server).toEqual({ ids: [1, 2], version: 5 })
    server = { ids: [1, 2, 3], version: 6 }
    browser.remove(1)
    await settle()
    expect(server.ids.toSorted()).toEqual([2, 3])
    expect(calls).toEqual(['PUT', 'PUT', 'GET', 'PUT'].map((method) => `${method} /api/things`))
  })

  test('is merged as at a sign-in with a server whose data are from before what was seen', async () => {
    const browser = aBrowser()
    browser.openTab()
    await settle()
    for (const id of [1, 2, 3]) {
      browser.add(id)
      await settle()
    }
    server = { ids: [1, 7], version: 1 }
    browser.add(4)
    await settle()
    expect(server.ids.toSorted()).toEqual([1, 2, 3, 4, 7])
    expect(browser.ids.toSorted()).toEqual([1, 2, 3, 4, 7])
  })

  const delay = fc.integer({ min: 0, max: 3 * SAVE_AFTER_MS })
  const ACTS = ['add', 'remove', 'open', 'wait'] as const
  const answered = fc.tuple(delay, delay)
  const maybeLost = fc.tuple(delay, fc.option(delay, { freq: 4 }))
  test.each([
    ['and nothing that was removed comes back', ACTS, answered, true],
    // Nobody can tell what was added and not heard of from what was saved and then removed elsewhere, so that stays.
    ['also where answers are lost', [...ACTS, 'close'] as const, maybeLost, false],
  ])('loses nothing that was added, and is the same everywhere in the end, %s', async (_case, acts, trip, isExact) => {
    const step = fc.record({ browser: fc.nat(1), act: fc.constantFrom(...acts), pause: delay, pick: fc.nat() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.array(trip, { minLength: 1 }), async (steps, trips) => {
        server = { ids: [], version: 0 }
        travel = () => SOON
        const browsers = [aBrowser(), aBrowser()] as const
        for (const browser of browsers) browser.openTab()
        await settle()
        let asked = 0
        travel = () => trips[asked++ % trips.length] ?? SOON
        const [added, removed] = [new Set<number>(), new Set<number>()]
        for (const { browser: at, act, pause, pick } of steps) {
          const browser = browsers[at === 0 ? 0 : 1]
          const picked = browser.ids[pick % browser.ids.length]
          if (act === 'open') browser.openTab()
          else if (act === 'close') browser.closeTab()
          else if (act === 'add') {
            added.add(added.size)
            browser.add(added.size - 1)
          } else if (act === 'remove' && picked !== undefined) {
            removed.add(picked)
            browser.remove(picked)
          }
          await pass(pause)
        }
        await settle()
        travel = () => SOON
        for (const browser of [...browsers, ...browsers]) {
          while (browser.tabs.length > 0) browser.closeTab()
          browser.openTab()
          await settle()
        }
        const kept = [...added].filter((id) => !removed.has(id))
        expect(isExact ? server.ids.toSorted() : server.ids.filter((id) => !removed.has(id)).toSorted()).toEqual(
          kept.toSorted(),
        )
        for (const browser of browsers) expect(browser.ids.toSorted()).toEqual(server.ids.toSorted())
        for (const browser of browsers) while (browser.tabs.length > 0) browser.closeTab()
      }),
    )
  })
})
