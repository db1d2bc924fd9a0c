import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/logger'
import type { IdentityModule } from './index.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'
import { createSessionRepository } from './persistence/session.repository.ts'
import { createUserRepository } from './persistence/user.repository.ts'
import { createFindSessionUser } from './use-cases/find-session-user.ts'
import { createSignIn } from './use-cases/sign-in.ts'
import { createSignUp } from './use-cases/sign-up.ts'

/** Builds the customers' accounts and sessions on their collections. */
export function createIdentityModule(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly logger: Logger
}): IdentityModule {
  const users = createUserRepository(deps.database)
  const sessions = createSessionRepository(deps.database)
  const parts = { ...deps, users, sessions, passwords: createPasswordHasher() }
  return {
    signUp: createSignUp(parts),
    signIn: createSignIn(parts),
    findSessionUser: createFindSessionUser(parts),
    signOut: (sessionId) => sessions.delete(sessionId),
  }
}
