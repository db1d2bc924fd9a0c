import { useEffect } from 'react'
import { atom } from 'jotai'
import useSWR, { mutate } from 'swr'
import { SESSION_PATH } from '#contracts/api-paths'
import type { User } from '#contracts/identity'
import { api, ApiError, AUTH_TOKEN_KEY } from './api-client.ts'
import { customerRefusals } from './refused-calls.ts'
import { followAccount, followSignOut, markSignOut, reloadWithoutDrafts } from './end-of-drafts.ts'
import { briefly, leaveWithCustomer, saveForCustomer } from './kept-for-customer.ts'
import { browserStorage, onOtherTab } from './storage.ts'
import { store } from './store.ts'
import { useHydrated } from './use-hydrated.ts'

export interface Session {
  /** Null for an anonymous visitor, and while it is not known who visits. */
  readonly user: User | null
  /** True until it is known whether somebody is signed in; on the server always. */
  readonly isLoading: boolean
  /** The session ended by itself (it expired, or was ended elsewhere), and nobody has signed in since. */
  readonly hasEnded: boolean
  /** It could not be found out who visits; they count as anonymous. */
  readonly hasFailed: boolean
}

/** Whether the customer is being signed out: until the page is loaded anew. */
export const signingOut = atom(false)

let hasEnded = false
/** Pending for good once the page is being loaded anew for another customer. */
let reloading: Promise<never> | null = null

/**
 * Asks the server who visits; without a token there is no call. A 401 removes the token (specification 1, section 7).
 * @throws ApiError TypeError
 */
export async function readSession(): Promise<User | null> {
  const token = browserStorage.getItem(AUTH_TOKEN_KEY)
  if (token === null || token === '') return null
  try {
    const user = (await api(SESSION_PATH)) ?? null
    hasEnded = false
    if (user !== null && followAccount(user.id)) forgetFormerCustomer()
    return (await reloading) ?? user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      if (browserStorage.getItem(AUTH_TOKEN_KEY) === token) {
        browserStorage.removeItem(AUTH_TOKEN_KEY)
        hasEnded = true
      }
      return null
    }
    console.error('The signed-in customer could not be read', error)
    throw error
  }
}

/**
 * Another customer's forms may be open, and what was read for them is in memory: the page is loaded anew, and shows nothing
 * of the new customer before. A page for signing in has no such form and goes on, and so does the back office.
 */
function forgetFormerCustomer(): void {
  if (/^\/(admin|login|signup)(\/|$)/.test(window.location.pathname)) {
    void mutate(isCustomers, undefined)
    return
  }
  reloading = new Promise(() => {})
  reloadWithoutDrafts()
}

/** Whether this was read for the customer who is signed in. */
function isCustomers(key: unknown): boolean {
  return Array.isArray(key) && typeof key[0] === 'string' && key[0].startsWith('/api/user/')
}

/** Who visits: asked when the first screen needs it, and whenever the window gets the focus. */
export function useSession(): Session {
  const isHydrated = useHydrated()
  const { data, error } = useSWR<User | null, unknown>(SESSION_PATH, readSession, {
    revalidateOnFocus: true,
    focusThrottleInterval: 0,
    dedupingInterval: 0,
  })
  return isHydrated ? sessionOf(data, error) : UNKNOWN
}

const UNKNOWN: Session = { user: null, isLoading: true, hasEnded: false, hasFailed: false }

/** What the last answer, and what went wrong since, say of the visitor. */
export function sessionOf(data: User | null | undefined, error: unknown): Session {
  if (data === undefined && error === undefined) return UNKNOWN
  // A lost connection is no answer, so who was known stays known.
  const user = error instanceof ApiError ? null : (data ?? null)
  return { user, isLoading: false, hasEnded: user === null && hasEnded, hasFailed: error !== undefined }
}

/** Asks again when a call of the customer's is refused, and when another tab signs in or out. Once per page. */
export function useSessionWatch(): void {
  useEffect(() => {
    const stops = [
      customerRefusals.subscribe(() => void refreshSession()),
      onOtherTab(AUTH_TOKEN_KEY, () => {
        hasEnded = false
        void refreshSession()
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [])
}

/** Asks the server again who visits. */
export async function refreshSession(): Promise<void> {
  await mutate(SESSION_PATH)
}

/** Keeps the token of a sign-in, refreshes who visits (specification 2, section 4), and reads again what was refused. */
export async function signedIn(token: string): Promise<void> {
  browserStorage.setItem(AUTH_TOKEN_KEY, token)
  await refreshSession()
  void mutate(isCustomers)
}

/**
 * Ends the session on the server, removes the token, what was typed and what the account keeps (cart and wishlist), and
 * reloads the page, also when the call fails or its answer takes long. A customer who leaves the page before the answer comes is signed out as well.
 */
export async function signOut(): Promise<void> {
  if (store.get(signingOut)) return
  store.set(signingOut, true)
  const token = browserStorage.getItem(AUTH_TOKEN_KEY) ?? ''
  const hasToken = token !== ''
  let ending: Promise<unknown> | null = null
  const endOnce = () =>
    (ending ??= hasToken ? api('/api/logout', { method: 'POST', outlivesPage: true }) : Promise.resolve())
  const leaveNow = () => {
    endOnce().catch(() => undefined)
    leave(token)
  }
  window.addEventListener('pagehide', leaveNow)
  try {
    await saveForCustomer()
    await briefly(endOnce())
  } catch (error) {
    console.error('The sign-out did not reach the server', error)
  } finally {
    window.removeEventListener('pagehide', leaveNow)
    leave(token)
    reloadWithoutDrafts()
  }
}

/** @param token of the session that ends; another tab may have signed in since */
function leave(token: string): void {
  if (browserStorage.getItem(AUTH_TOKEN_KEY) === token) browserStorage.removeItem(AUTH_TOKEN_KEY)
  leaveWithCustomer()
  markSignOut()
  followSignOut()
}
