import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SAVE_AFTER_MS, syncWithAccount } from './account-sync.ts'
import { AUTH_TOKEN_KEY } from './api-client.ts'
import { leaveWithCustomer, saveForCustomer } from './kept-for-customer.ts'
import { createSafeStorage } from './storage.ts'

type Things = { readonly ids: readonly number[]; readonly version?: number | undefined }
type Name = 'ada' | 'grace'

let accounts: Record<Name, Required<Things>>
let here: readonly number[]
let storage = createSafeStorage(() => undefined)
let signIns = 0
let isOffline = false
let stop = () => {}
let changed = () => {}

/** The server answers without them. */
let unsold: readonly number[]
const isUnsold = (id: number) => unsold.includes(id)
const isSold = (id: number) => !isUnsold(id)

const tokenOf = (name: Name) =>
  `head.${btoa(JSON.stringify({ sub: name }))}.signature-of-${String(++signIns).padStart(4, '0')}`

function customerNow(): Name | null {
  const [, claims] = (storage.getItem(AUTH_TOKEN_KEY) ?? '').split('.')
  return claims === undefined ? null : (JSON.parse(atob(claims)) as { sub: Name }).sub
}

async function ask(path: string, { method, body }: RequestInit): Promise<Response> {
  const customer = customerNow()
  if (isOffline) throw new TypeError('Failed to fetch')
  if (customer === null)
    return Response.json({ code: 'UNAUTHORIZED', message: 'Sign in', requestId: 'r' }, { status: 401 })
  const account = accounts[customer]
  if (method === 'PUT') {
    const { ids: sent, version: seen } = JSON.parse(body as string) as Things
    if (seen !== undefined && seen !== account.version)
      return Response.json({ code: 'SAVED_LIST_CHANGED', message: 'changed', requestId: 'r' }, { status: 409 })
    const all = path.endsWith('/merge') ? [...new Set([...account.ids, ...sent])] : sent
    accounts[customer] = { ids: all, version: account.version + 1 }
  }
  const { ids, version } = accounts[customer]
  return Response.json({ ids: ids.filter(isSold), version })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', ask)
  vi.stubGlobal('document', { addEventListener() {}, removeEventListener() {}, visibilityState: 'visible' })
  storage = createSafeStorage(() => undefined)
  accounts = { ada: { ids: [], version: 1 }, grace: { ids: [], version: 1 } }
  here = []
  unsold = []
  isOffline = false
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Signs in, or opens the shop once more. */
async function signIn(name: Name): Promise<void> {
  storage.setItem(AUTH_TOKEN_KEY, tokenOf(name))
  await open()
}

async function open(): Promise<void> {
  stop()
  stop = syncWithAccount<Things>(
    {
      stateKey: 'note',
      path: '/api/things',
      read: () => ({ ids: here }),
      fingerprint: ({ ids }) => ids.toSorted().join(),
      onChange(listener) {
        changed = listener
        return () => {}
      },
      async applyRemote({ ids }, basesNow, whose) {
        const bases = basesNow()
        if (bases === null) return
        const isChangedHere = (id: number) => bases.some((base) => base.ids.includes(id) !== here.includes(id))
        const stays = (id: number) => isUnsold(id) && whose === 'this customer'
        const kept = here.filter((id) => isChangedHere(id) || ids.includes(id) || stays(id))
        here = [...kept, ...ids.filter((id) => !here.includes(id) && !isChangedHere(id))]
      },
      clear: () => (here = []),
    },
    storage,
  )
  await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)
}

async function change(ids: readonly number[]): Promise<void> {
  here = ids
  changed()
  await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)
}

/** The session ends by itself: the page goes on as an anonymous visitor's. */
function endSession(): void {
  storage.removeItem(AUTH_TOKEN_KEY)
  stop()
}

async function signOut(): Promise<void> {
  const saving = saveForCustomer()
  // Nothing that would be sent a moment later counts.
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS / 2)
  await saving
  storage.removeItem(AUTH_TOKEN_KEY)
  leaveWithCustomer()
}

describe('what is kept for a customer whose session ended by itself', () => {
  beforeEach(async () => {
    await signIn('ada')
    await change([1, 2])
    endSession()
  })

  test('is still there, and stays for the same customer', async () => {
    expect(here).toEqual([1, 2])
    here = [1, 2, 3]
    accounts.ada = { ids: [1, 2, 4], version: 9 }
    await signIn('ada')
    expect(here.toSorted()).toEqual([1, 2, 3, 4])
    expect(accounts.ada.ids.toSorted()).toEqual([1, 2, 3, 4])
  })

  test('is no other customer’s, who finds their own and what was added since', async () => {
    here = [1, 2, 3]
    accounts.grace = { ids: [7], version: 3 }
    await signIn('grace')
    expect(here.toSorted()).toEqual([3, 7])
    expect(accounts.grace.ids.toSorted()).toEqual([3, 7])
    expect(accounts.ada.ids).toEqual([1, 2])
  })

  test('is no other customer’s, also when they sign in after the shop could not be reached', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    isOffline = true
    await signIn('grace')
    expect(here, 'nothing is lost meanwhile').toEqual([1, 2])
    isOffline = false
    await open()
    expect(here).toEqual([])
    expect(accounts.grace.ids).toEqual([])
    expect(accounts.ada.ids).toEqual([1, 2])
  })

  test('is no other customer’s, also when it is not sold any more', async () => {
    unsold = [2]
    await signIn('grace')
    expect(here).toEqual([])
    expect(accounts.grace.ids).toEqual([])
  })

  test('is no other customer’s, also when its own customer saw meanwhile that it is not sold any more', async () => {
    unsold = [2]
    await signIn('ada')
    expect(here).toEqual([1, 2])
    endSession()
    await signIn('grace')
    expect(here).toEqual([])
  })

  test('comes back with its customer after another one was here', async () => {
    await signIn('grace')
    await change([7])
    endSession()
    await signIn('ada')
    expect(here.toSorted()).toEqual([1, 2])
    expect(accounts.grace.ids).toEqual([7])
  })
})

test('what a visitor collected whom nobody knows is merged into the account they sign in to', async () => {
  here = [5]
  accounts.grace = { ids: [7], version: 3 }
  await signIn('grace')
  expect(here.toSorted()).toEqual([5, 7])
})

describe('a sign-out on purpose', () => {
  test('takes along what the account has, and the last change before it', async () => {
    await signIn('ada')
    here = [1, 2]
    changed()
    await signOut()
    expect(here).toEqual([])
    expect(accounts.ada.ids).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(10 * SAVE_AFTER_MS)
    expect(accounts.ada.ids, 'that the browser is empty is saved nowhere').toEqual([1, 2])
    here = [9]
    await signIn('grace')
    expect(here).toEqual([9])
    await signOut()
    await signIn('ada')
    expect(here.toSorted()).toEqual([1, 2])
  })

  test('takes along the last change, also where another browser saved another one meanwhile', async () => {
    await signIn('ada')
    await change([1])
    accounts.ada = { ids: [1, 5], version: 9 }
    here = [1, 2]
    changed()
    await signOut()
    expect(here).toEqual([])
    expect(accounts.ada.ids.toSorted()).toEqual([1, 2, 5])
  })

  test('leaves in the browser what could not be saved', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await signIn('ada')
    await change([1])
    isOffline = true
    await change([1, 2])
    await signOut()
    expect(here).toEqual([1, 2])
    isOffline = false
    await signIn('ada')
    expect(accounts.ada.ids.toSorted()).toEqual([1, 2])
  })

  test('does not wait long for a save without an answer', async () => {
    await signIn('ada')
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    here = [1]
    changed()
    const saved = vi.fn()
    void saveForCustomer().then(saved)
    await vi.advanceTimersByTimeAsync(2000)
    expect(saved).toHaveBeenCalled()
  })
})
