import { atom } from 'jotai'
import type { User } from '#contracts/identity'
import { api, ApiError, AUTH_TOKEN_KEY } from '../../lib/api-client.ts'
import { browserStorage, onOtherTab } from '../../lib/storage.ts'
import { store } from '../../lib/store.ts'

export interface Session {
  /** Null for an anonymous visitor, and while it is not known who visits. */
  readonly user: User | null
  readonly isLoading: boolean
}

export const UNKNOWN: Session = { user: null, isLoading: true }
const ANONYMOUS: Session = { user: null, isLoading: false }

const known = atom<Session>(UNKNOWN)

/** Who visits. Asked for when the first screen uses it and whenever the window gets the focus (specification 1, section 7). */
export const sessionAtom = atom((get) => get(known))

known.onMount = () => {
  const refresh = () => void refreshSession()
  refresh()
  window.addEventListener('focus', refresh)
  const stopHearing = onOtherTab(AUTH_TOKEN_KEY, refresh)
  return () => {
    window.removeEventListener('focus', refresh)
    stopHearing()
  }
}

let asked = 0

/**
 * Asks the server who visits; without a token nobody is asked. 401 removes the token; any other failure is logged and
 * counts as anonymous. A lost connection is no answer, so who was known stays known.
 */
export async function refreshSession(): Promise<void> {
  const question = ++asked
  const token = browserStorage.getItem(AUTH_TOKEN_KEY)
  if (token === null || token === '') return store.set(known, ANONYMOUS)

  const session = await askServer(token)
  if (question === asked) store.set(known, session)
}

async function askServer(token: string): Promise<Session> {
  try {
    const user = await api<User | null | undefined>('/api/auth/user')
    return { user: user ?? null, isLoading: false }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      if (browserStorage.getItem(AUTH_TOKEN_KEY) === token) browserStorage.removeItem(AUTH_TOKEN_KEY)
      return ANONYMOUS
    }
    console.error('The signed-in customer could not be read', error)
    const before = store.get(known)
    return error instanceof ApiError || before.user === null ? ANONYMOUS : before
  }
}

/** Keeps the token of a sign-in and refreshes who visits (specification 2, section 4). */
export async function signedIn(token: string): Promise<void> {
  browserStorage.setItem(AUTH_TOKEN_KEY, token)
  await refreshSession()
}

/** Ends the session on the server, forgets the token and loads the page anew, also when the call fails. */
export async function signOut(): Promise<void> {
  const hasToken = (browserStorage.getItem(AUTH_TOKEN_KEY) ?? '') !== ''
  try {
    if (hasToken) await api('/api/logout', { method: 'POST' })
  } catch (error) {
    console.error('The sign-out did not reach the server', error)
  } finally {
    browserStorage.removeItem(AUTH_TOKEN_KEY)
    window.location.reload()
  }
}
