/**
 * The time from which a phone number or an address of the book counts as known if somebody typed it who may not have
 * been its account's owner: a request to verify a person is always from before it.
 */
export const NEVER = new Date('9999-12-31T00:00:00Z')

/** A customer, without anything secret. */
export interface User {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** Since when it is this number, or later; `NEVER` if it was typed by somebody who may be another person. */
  readonly phoneSince: Date
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
