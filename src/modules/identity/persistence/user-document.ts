import type { Collection, Database, IndexDescription } from '#platform/database/database'
import type { EmailProof, User } from '../domain/user.ts'

/** A customer as they are stored. */
export interface UserDocument {
  _id: string
  /** In lower case. */
  email: string
  /** The argon2id hash in PHC form. */
  password: string
  firstName: string
  lastName: string
  phone: string
  profileImageUrl: string | null
  isEmailVerified: boolean
  /** A digest, so that a value read from the database proves no address. */
  emailVerificationToken: string | null
  emailVerificationExpires: Date | null
  /** Of the specified model, and empty: codes are kept apart (`login_codes`), for addresses without an account too. */
  loginOTPToken: string | null
  loginOTPExpires: Date | null
  lastLoginAt: Date | null
  /** When the customer was told that the account ends because nobody uses it; absent otherwise. */
  endAnnouncedAt?: Date | null
  /** Absent in accounts of a version before this one whose number was not changed since. */
  phoneSince?: Date
  /** Absent or null where the person who opened the account proved its address. */
  ownedSince?: Date | null
  /**
   * Grows with every change of what belongs to the customer (address book, cart, wishlist, sessions) and with every sign-in,
   * so that concurrent writers exclude each other.
   */
  revision: number
  /** Count the saves of the cart and of the wishlist; absent before the first. */
  cartVersion?: number
  wishlistVersion?: number
  createdAt: Date
  updatedAt: Date
}

const INDEXES: readonly IndexDescription[] = [
  { key: { email: 1 }, name: 'email_unique', unique: true },
  { key: { emailVerificationToken: 1 }, name: 'email_proof' },
]

/** The collection of all customers, and its indexes. */
export function userCollection(database: Database): Collection<UserDocument> {
  return database.collection('users', INDEXES)
}

/** A stored customer, without what they sign in with. */
export function toUser(document: UserDocument): User {
  return {
    id: document._id,
    email: document.email,
    firstName: document.firstName,
    lastName: document.lastName,
    phone: document.phone,
    phoneSince: document.phoneSince ?? document.updatedAt,
    ownedSince: document.ownedSince ?? null,
    profileImageUrl: document.profileImageUrl,
    isEmailVerified: document.isEmailVerified,
    createdAt: document.createdAt,
  }
}

/** A new customer, who is thereby signed in. */
export function toDocument({ id, createdAt, ...fields }: User, passwordHash: string, proof: EmailProof): UserDocument {
  return {
    _id: id,
    ...fields,
    password: passwordHash,
    ...proofFields(proof),
    loginOTPToken: null,
    loginOTPExpires: null,
    lastLoginAt: createdAt,
    revision: 0,
    createdAt,
    updatedAt: createdAt,
  }
}

/** The stored fields of the link that proves the address. */
export function proofFields({ digest, expiresAt }: EmailProof) {
  return { emailVerificationToken: digest, emailVerificationExpires: expiresAt }
}

/** No link proves the address. */
export const NO_PROOF = { emailVerificationToken: null, emailVerificationExpires: null } as const

/** An address that is proved; its links are used up. */
export const PROVED = { isEmailVerified: true, ...NO_PROOF } as const

/** Removed by every sign-in: an account that is used does not end. */
export const STAYS = { endAnnouncedAt: '' } as const
