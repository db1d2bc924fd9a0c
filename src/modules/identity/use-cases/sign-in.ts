import type { Clock } from '#platform/time/clock'
import { newSession, type Session } from '../domain/session.ts'
import { normalizedEmail, type User } from '../domain/user.ts'
import { WrongCredentials } from '../errors.ts'
import type { PasswordHasher } from '#platform/security/passwords'
import type { CredentialsRepository } from '../persistence/credentials.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'

/** A customer and the session that was opened for them. */
export interface SignedIn {
  readonly user: User
  readonly session: Session
}

export type SignIn = (
  credentials: { readonly email: string; readonly password: string },
  device?: string | null,
) => Promise<SignedIn>

/**
 * Opens a session for the right address and password. An unknown address costs a password check too, so that the response
 * time does not reveal who is a customer. A password or address that is changed while it is being checked opens nothing.
 * @throws WrongCredentials @throws TooBusy
 */
export function createSignIn(deps: {
  readonly clock: Clock
  readonly credentials: CredentialsRepository
  readonly sessions: SessionRepository
  readonly passwords: PasswordHasher
}): SignIn {
  return async function signIn(input, device = null) {
    const email = normalizedEmail(input.email)
    const credentials = await deps.credentials.find(email)
    const fits = await deps.passwords.matches(input.password, credentials?.passwordHash ?? null)
    if (credentials === null || !fits) throw new WrongCredentials()

    const now = deps.clock.now()
    const session = newSession(credentials.user.id, device, now)
    await deps.sessions.insert(session)
    // After the insert, so that this check fails after a change of password or address, or the change deletes the
    // session.
    const checked = { email, passwordHash: credentials.passwordHash }
    if (!(await deps.credentials.noteSignIn(credentials.user.id, checked, now))) {
      await deps.sessions.delete(session.id)
      throw new WrongCredentials()
    }
    return { user: credentials.user, session }
  }
}
