/** A customer, without anything secret. */
export interface User {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly profileImageUrl: string | null
  readonly isEmailVerified: boolean
  readonly createdAt: Date
}

export interface SignUp {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
}

/** One issued token: worth nothing once its session is deleted. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly expiresAt: Date
}

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
