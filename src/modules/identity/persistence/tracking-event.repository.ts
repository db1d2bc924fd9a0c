import { randomUUID } from 'node:crypto'
import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { optionalNumber, optionalText, text, time } from '#platform/database/fields'
import type { Purpose } from '../domain/consent.ts'
import { RECORDED_FOR, type VisitEvent } from '../domain/visit.ts'

interface TrackingEventDocument {
  _id: string
  visitorId: string
  purpose: Purpose
  type: VisitEvent['type']
  term: string | null
  results: number | null
  productId: number | null
  at: Date
}

/** 26 months (specification 2, section 9), counted so that they are never more. */
const KEPT_SECONDS = 790 * 86_400

const trackingEventModel = defineModel<TrackingEventDocument>({
  collection: 'tracking_events',
  indexes: [
    { key: { visitorId: 1 }, name: 'visitor' },
    { key: { at: 1 }, name: 'kept_26_months', expireAfterSeconds: KEPT_SECONDS },
  ],
  fields: () => ({
    _id: text,
    visitorId: text,
    purpose: text,
    type: text,
    term: optionalText,
    results: optionalNumber,
    productId: optionalNumber,
    at: time,
  }),
})

/** What visitors who allow it have searched for and looked at. */
export interface TrackingEventRepository {
  /** Records an event and returns its id. */
  insert(visitorId: string, event: VisitEvent, at: Date): Promise<string>
  delete(id: string): Promise<void>
  /** Returns how many events it deleted. */
  deleteOfVisitor(tx: Transaction, visitorId: string, purposes: readonly Purpose[]): Promise<number>
}

export function createTrackingEventRepository(database: Database): TrackingEventRepository {
  const events = database.model(trackingEventModel)
  return {
    async insert(visitorId, event, at) {
      const id = randomUUID()
      await events().insertOne({ _id: id, visitorId, purpose: RECORDED_FOR, at, ...event })
      return id
    },
    async delete(id) {
      await events().deleteOne({ _id: id })
    },
    async deleteOfVisitor(tx, visitorId, purposes) {
      const result = await events().deleteMany(
        { visitorId, purpose: trusted({ $in: [...purposes] }) },
        { session: tx.session },
      )
      return result.deletedCount
    },
  }
}
