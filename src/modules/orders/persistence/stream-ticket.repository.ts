import { Schema, type Connection, type Model } from 'mongoose'
import type { Database } from '#platform/database/database'
import { text, time } from '#platform/database/fields'
import { digestOf } from '#platform/link-token'
import type { StreamViewer } from '../domain/stream-viewer.ts'

interface StreamTicketDocument {
  /** A digest, so that a value read from the database opens no stream. */
  _id: string
  customerId: string
  sessionId: string
  expiresAt: Date
}

const schema = new Schema<StreamTicketDocument>(
  { _id: text, customerId: text, sessionId: text, expiresAt: time },
  { collection: 'stream_tickets', versionKey: false },
)
schema.index({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 })

export function streamTicketModel(connection: Connection): Model<StreamTicketDocument> {
  return connection.model('StreamTicket', schema)
}

export interface StreamTicketRepository {
  insert(ticket: string, viewer: StreamViewer, expiresAt: Date): Promise<void>
  /** Takes the ticket away and says whose it was; null when it is unknown, used or too old. */
  take(ticket: string, now: Date): Promise<StreamViewer | null>
}

export function createStreamTicketRepository(database: Database): StreamTicketRepository {
  const tickets = streamTicketModel(database.connection)
  return {
    async insert(ticket, { customerId, sessionId }, expiresAt) {
      await tickets.insertOne({ _id: digestOf(ticket), customerId, sessionId, expiresAt })
    },
    async take(ticket, now) {
      const document = await tickets.findOneAndDelete({ _id: digestOf(ticket) }).lean()
      if (document === null || document.expiresAt <= now) return null
      return { customerId: document.customerId, sessionId: document.sessionId }
    },
  }
}
