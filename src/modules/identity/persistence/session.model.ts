import { Schema, type Connection, type Model } from 'mongoose'

export interface SessionDocument {
  _id: string
  userId: string
  createdAt: Date
  expiresAt: Date
}

const schema = new Schema<SessionDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'sessions', strict: 'throw', strictQuery: 'throw', versionKey: false },
)
schema.index({ userId: 1 }, { name: 'user' })
schema.index({ expiresAt: 1 }, { name: 'expired', expireAfterSeconds: 0 })

export function sessionModel(connection: Connection): Model<SessionDocument> {
  return connection.model('Session', schema)
}
