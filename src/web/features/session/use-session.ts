import { useAtomValue } from 'jotai'
import type { User } from '#contracts/identity'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { sessionAtom, signedIn, signOut, UNKNOWN } from './session-store.ts'

export interface SessionAccess {
  readonly user: User | null
  /** True until it is known whether somebody is signed in; on the server always. */
  readonly isLoading: boolean
  readonly isAuthenticated: boolean
  signedIn(token: string): Promise<void>
  signOut(): Promise<void>
}

/** Who visits, and how they sign in and out (specification 1, sections 6 and 7). */
export function useSession(): SessionAccess {
  const current = useAtomValue(sessionAtom)
  const { user, isLoading } = useHydrated() ? current : UNKNOWN
  return { user, isLoading, isAuthenticated: user !== null, signedIn, signOut }
}
