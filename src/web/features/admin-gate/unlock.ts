import {
  PASSKEY_SESSION_OPTIONS_PATH,
  PASSKEY_SESSION_PATH,
  PERSON_SESSION_PATH,
  STAFF_SESSION_PATH,
} from '#contracts/api-paths'
import type { StaffSignInBody } from '#contracts/staff'
import { api, ApiError } from '../../lib/api-client.ts'
import { askForPasskey, awaitPasskeyInField } from '../../lib/passkeys.ts'

/** The check takes at least so long, in ms (specification 2, section 4). */
export const CHECK_MS = 1000

export const UNREACHABLE = 'The shop could not be reached. Check the connection and try again.'

export type UnlockOutcome =
  | { readonly kind: 'granted' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * Has the server check the staff password; the browser gets its session as a cookie that no script can read.
 * Never throws: what went wrong is said in a sentence.
 */
export async function unlock(password: string): Promise<UnlockOutcome> {
  return takingAWhile(ask(STAFF_SESSION_PATH, { password }))
}

/** The same for people who were invited. */
export async function signInAsPerson(body: StaffSignInBody): Promise<UnlockOutcome> {
  return takingAWhile(ask(PERSON_SESSION_PATH, body))
}

async function takingAWhile(asking: Promise<UnlockOutcome>): Promise<UnlockOutcome> {
  const [outcome] = await Promise.all([asking, new Promise((resolve) => setTimeout(resolve, CHECK_MS))])
  return outcome
}

async function ask(path: string, body: object): Promise<UnlockOutcome> {
  try {
    await api(path, { method: 'POST', body })
    return { kind: 'granted' }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', message: UNREACHABLE }
    if (error.status === 429) return { kind: 'failed', message: tooManySentence(error) }
    if (error.body?.code === 'SIGN_IN_REFUSED') return { kind: 'failed', message: error.body.message }
    if (error.body !== null && error.status < 500 && error.status !== 403) return { kind: 'denied' }
    return { kind: 'failed', message: error.body?.message ?? 'The password could not be checked. Please try again.' }
  }
}

/** Says when to try again, from Retry-After in seconds. */
export function tooManySentence(error: ApiError): string {
  const seconds = Number(error.headers.get('retry-after'))
  if (!Number.isFinite(seconds) || seconds <= 0) return error.body?.message ?? 'Too many tries. Try again later.'
  const minutes = Math.ceil(seconds / 60)
  const wait =
    seconds < 60
      ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return `Too many wrong passwords. Try again in ${wait}.`
}

/** Has the browser ask for a passkey and the server check it. @throws what the browser or the server refuses it by */
export async function signInByPasskey(): Promise<void> {
  const options = await api(PASSKEY_SESSION_OPTIONS_PATH, { method: 'POST' })
  await api(PASSKEY_SESSION_PATH, { method: 'POST', body: await askForPasskey(options) })
}

/**
 * The same when a passkey is chosen in a field, which may be never.
 * @param isWanted false when the page has gone on by the time that the server has given its challenge
 * @param onChosen called when the browser has given the passkey, before the server checks it
 */
export async function signInByPasskeyInField(isWanted: () => boolean, onChosen: () => void): Promise<void> {
  const options = await api(PASSKEY_SESSION_OPTIONS_PATH, { method: 'POST' })
  if (!isWanted()) return
  const credential = await awaitPasskeyInField(options)
  onChosen()
  await api(PASSKEY_SESSION_PATH, { method: 'POST', body: credential })
}

/** Ends the staff session on the server, also when the page is left meanwhile. The browser is locked whatever comes of it. */
export async function closeSession(): Promise<void> {
  try {
    await api('/api/admin/session', { method: 'DELETE', outlivesPage: true })
  } catch (error) {
    console.error('The staff session could not be closed on the server', error)
  }
}

/** Ends the sessions of all staff on the server. @throws ApiError @throws TypeError when the shop cannot be reached */
export async function closeAllSessions(): Promise<void> {
  await api('/api/admin/session?everywhere=true', { method: 'DELETE' })
}
