import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/security/passwords'
import { proofExpiryOf } from '../domain/email-proof.ts'
import { newLinkToken } from '#platform/security/link-token'
import { newSession } from '../domain/session.ts'
import { normalizedEmail, personOf, type SignUp, type User } from '../domain/user.ts'
import { EmailTaken } from '../errors.ts'
import { userRegistered } from '../events.ts'
import type { EmailChangeRepository } from '../persistence/email-change.repository.ts'
import type { SessionRepository } from '../persistence/session.repository.ts'
import type { UserRepository } from '../persistence/user.repository.ts'
import { checkNewPassword } from './check-new-password.ts'
import type { SignedIn } from './sign-in.ts'

export type SignUpCustomer = (input: SignUp, device?: string | null) => Promise<SignedIn>

/**
 * Creates a customer and signs them in; the event carries the link that proves their address. The unique index decides
 * which of two sign-ups with the same address succeeds.
 * @throws EmailTaken @throws PasswordTooCommon @throws TooBusy
 */
export function createSignUp(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly users: Pick<UserRepository, 'isEmailTaken' | 'insert'>
  readonly sessions: SessionRepository
  readonly emailChanges: EmailChangeRepository
  readonly passwords: PasswordHasher
}): SignUpCustomer {
  return async function signUp(input, device = null) {
    const email = normalizedEmail(input.email)
    checkNewPassword(input.password, input, 'password')
    if (await deps.users.isEmailTaken(email)) throw new EmailTaken()
    const passwordHash = await deps.passwords.hash(input.password)

    const now = deps.clock.now()
    const user: User = {
      id: randomUUID(),
      email,
      firstName: input.firstName,
      lastName: input.lastName,
      phone: input.phone,
      phoneSince: now,
      ownedSince: null,
      profileImageUrl: null,
      isEmailVerified: false,
      createdAt: now,
    }
    const session = newSession(user.id, device, now)
    const { token, digest } = newLinkToken()
    await deps.database.transaction(async (tx) => {
      await deps.users.insert(tx, user, passwordHash, { digest, expiresAt: proofExpiryOf(now) })
      // In the transaction: a moment ago the address may have been somebody's who can still take it back.
      if (await deps.emailChanges.isReserved(tx, email, now)) throw new EmailTaken()
      await deps.sessions.insert(session, tx)
      await deps.events.publish(tx, userRegistered, { userId: user.id, customer: personOf(user), linkToken: token })
    })
    return { user, session }
  }
}
