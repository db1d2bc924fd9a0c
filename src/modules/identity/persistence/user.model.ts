import { Schema, type Connection, type Model } from 'mongoose'

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
  /** A digest: what is in the database proves no address. */
  emailVerificationToken: string | null
  emailVerificationExpires: Date | null
  loginOTPToken: string | null
  loginOTPExpires: Date | null
  lastLoginAt: Date | null
  /** Counts writes to what belongs to the customer (address book, cart, wishlist), so that they take turns. */
  revision: number
  createdAt: Date
  updatedAt: Date
}

const required = { type: String, required: true } as const
const optionalText = { type: String, default: null } as const
const optionalTime = { type: Date, default: null } as const

const schema = new Schema<UserDocument>(
  {
    _id: required,
    email: required,
    password: required,
    firstName: required,
    lastName: required,
    phone: required,
    profileImageUrl: optionalText,
    isEmailVerified: { type: Boolean, default: false },
    emailVerificationToken: optionalText,
    emailVerificationExpires: optionalTime,
    loginOTPToken: optionalText,
    loginOTPExpires: optionalTime,
    lastLoginAt: optionalTime,
    revision: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'users', strict: 'throw', strictQuery: 'throw', versionKey: false },
)
schema.index({ email: 1 }, { name: 'email_unique', unique: true })
schema.index({ emailVerificationToken: 1 }, { name: 'email_proof' })

export function userModel(connection: Connection): Model<UserDocument> {
  return connection.model('User', schema)
}
