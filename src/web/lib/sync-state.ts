import { AUTH_TOKEN_KEY } from './api-client.ts'
import type { TextStorage } from './storage.ts'

/** A state of the server's names how often it was saved; servers of an earlier release name nothing. */
export interface Versioned {
  readonly version?: number | undefined
}

/** What all tabs of a browser know of the server's state. */
export interface SyncState<Body> {
  /** The sign-in during which it was written: each one begins with a merge. */
  readonly session: string
  /** Whose it was; a tab of an earlier release does not say. */
  readonly customer: string | undefined
  /** The fingerprint of the state in which both sides were the same; null while a save has no answer yet. */
  readonly saved: string | null
  /** The newest version that was seen; none where the server names none. */
  readonly version: number | undefined
  /** That version, and what was sent since and not answered: the server may have it or not. */
  readonly bases: readonly Body[]
}

/** Of saves that get no answer the first bases and the newest are kept. */
const MAX_BASES = 12

/** Whether a state of the server's says more than all tabs know, and than what one of them is saving. */
export function isNewer<Body extends Versioned>({ version }: Versioned, state: SyncState<Body>): boolean {
  if (version === undefined || state.version === undefined) return true
  return version > state.version || (version === state.version && state.saved !== null)
}

/** Those that are kept of the states that the server's may have been made from, the oldest first. */
export function mostBases<Body>(bases: readonly Body[]): readonly Body[] {
  const half = MAX_BASES / 2
  return bases.length <= MAX_BASES ? bases : [...bases.slice(0, half), ...bases.slice(-half)]
}

/** The end of the token's signature identifies a sign-in. */
export function sessionFingerprint(storage: TextStorage): string {
  return (storage.getItem(AUTH_TOKEN_KEY) ?? '').slice(-12)
}

/** The number of the account that the token is for; undefined when it does not say. */
export function customerOf(storage: TextStorage): string | undefined {
  try {
    const [, claims = ''] = (storage.getItem(AUTH_TOKEN_KEY) ?? '').split('.')
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly sub?: unknown }
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

/** What the tabs of this browser know; null when that is nothing sound. A tab of an earlier release keeps no version and no customer. */
export function readState<Body>(storage: TextStorage, key: string): SyncState<Body> | null {
  try {
    const state = JSON.parse(storage.getItem(key) ?? 'null') as Partial<SyncState<Body>> | null
    if (typeof state?.session !== 'string') return null
    return {
      session: state.session,
      customer: typeof state.customer === 'string' ? state.customer : undefined,
      saved: typeof state.saved === 'string' ? state.saved : null,
      version: typeof state.version === 'number' ? state.version : undefined,
      bases: Array.isArray(state.bases) ? state.bases : [],
    }
  } catch {
    return null
  }
}
