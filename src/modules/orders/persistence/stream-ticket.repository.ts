import type { Database } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { text, time } from '#platform/database/fields'
import { digestOf } from '#platform/security/link-token'
import type { StreamViewer } from '../domain/stream-viewer.ts'

interface StreamTicketDocument {
  /** A digest, so that a value read from the database opens no stream. */
  _id: string
  customerId: string
  sessionId: string
  expiresAt: Date
}

export const streamTicketModel = defineModel<StreamTicketDocument>({
  collection: 'stream_tickets',
  indexes: [{ key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 }],
  fields: () => ({ _id: text, customerId: text, sessionId: text, expiresAt: time }),
})

/** Tickets that open one connection each for live updates of orders. */
export interface StreamTicketRepository {
  insert(ticket: string, viewer: StreamViewer, expiresAt: Date): Promise<void>
  /** Takes the ticket away and says whose it was; null when it is unknown, used or too old. */
  take(ticket: string, now: Date): Promise<StreamViewer | null>
}

export function createStreamTicketRepository(database: Database): StreamTicketRepository {
  const tickets = database.model(streamTicketModel)
  return {
    async insert(ticket, { customerId, sessionId }, expiresAt) {
      await tickets().insertOne({ _id: digestOf(ticket), customerId, sessionId, expiresAt })
    },
    async take(ticket, now) {
      const document = await tickets()
        .findOneAndDelete({ _id: digestOf(ticket) })
        .lean()
      if (document === null || document.expiresAt <= now) return null
      return { customerId: document.customerId, sessionId: document.sessionId }
    },
  }
}
