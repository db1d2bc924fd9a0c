import { defineModel } from '#platform/database/define-model'
import { optionalText, optionalTime, text, time } from '#platform/database/fields'

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
  /** Counts writes to address book, cart and wishlist, so that concurrent writers exclude each other. */
  revision: number
  /** Count the saves of the cart and of the wishlist; absent before the first. */
  cartVersion?: number
  wishlistVersion?: number
  createdAt: Date
  updatedAt: Date
}

export const userModel = defineModel<UserDocument>({
  collection: 'users',
  indexes: [
    { key: { email: 1 }, name: 'email_unique', unique: true },
    { key: { emailVerificationToken: 1 }, name: 'email_proof' },
  ],
  fields: () => ({
    _id: text,
    email: text,
    password: text,
    firstName: text,
    lastName: text,
    phone: text,
    profileImageUrl: optionalText,
    isEmailVerified: { type: Boolean, default: false },
    emailVerificationToken: optionalText,
    emailVerificationExpires: optionalTime,
    loginOTPToken: optionalText,
    loginOTPExpires: optionalTime,
    lastLoginAt: optionalTime,
    endAnnouncedAt: Date,
    phoneSince: Date,
    ownedSince: Date,
    revision: { type: Number, default: 0 },
    cartVersion: Number,
    wishlistVersion: Number,
    createdAt: time,
    updatedAt: time,
  }),
})
