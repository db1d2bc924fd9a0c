/** A customer, without anything secret. */
export interface User {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** Since when it is this number, or later. */
  readonly phoneSince: Date
  /**
   * What came into the account before this time may be a stranger's, who opened it with somebody's address: its owner
   * proved the address then by a code. Null where the person who opened the account did.
   */
  readonly ownedSince: Date | null
  readonly profileImageUrl: string | null
  readonly isEmailVerified: boolean
  readonly createdAt: Date
}

/** What somebody types to open an account. */
export interface SignUp {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
}

/** What customers change of themselves. */
export interface Profile {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
}

/** A link that proves an address: what is stored of its token, and until when it counts. */
export interface EmailProof {
  readonly digest: string
  readonly expiresAt: Date
}

/** Who a customer is in a mail. */
export function personOf({ firstName, lastName, email }: User): Pick<User, 'firstName' | 'lastName' | 'email'> {
  return { firstName, lastName, email }
}

/** How an address is stored and looked up: one person has one account, however they type it. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase()
}
