import type { Session, SignUp, User } from './domain/user.ts'

export type { Session, SignUp, User } from './domain/user.ts'

export interface IdentityModule {
  /**
   * Creates a customer and signs them in.
   * @throws EmailTaken (the message contains "email already exists") @throws PasswordTooCommon
   */
  signUp(input: SignUp): Promise<{ readonly user: User; readonly session: Session }>
  /** Takes the same time for an unknown address and a wrong password. @throws WrongCredentials @throws TooBusy */
  signIn(input: { readonly email: string; readonly password: string }): Promise<{ readonly user: User; readonly session: Session }>
  /** Whose session this is; null when it was signed out, has expired or never existed. */
  findSessionUser(sessionId: string): Promise<User | null>
  /** Deletes the session; nothing happens when there is none. */
  signOut(sessionId: string): Promise<void>
}

export { createIdentityModule } from './identity.module.ts'
