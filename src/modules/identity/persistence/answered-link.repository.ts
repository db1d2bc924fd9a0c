import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { text, time } from '#platform/database/fields'
import type { AnsweredLink, LinkAnswer } from '../domain/answered-link.ts'

interface AnsweredLinkDocument {
  /** The digest of the link's token. */
  _id: string
  userId: string
  answer: LinkAnswer
  expiresAt: Date
}

const answeredLinkModel = defineModel<AnsweredLinkDocument>({
  collection: 'answered_links',
  indexes: [
    { key: { userId: 1 }, name: 'user' },
    { key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 },
  ],
  fields: () => ({ _id: text, userId: text, answer: { type: String, required: true }, expiresAt: time }),
})

/** Links of mails that are used up, kept for as long as they would have counted. */
export interface AnsweredLinkRepository {
  note(tx: Transaction, link: AnsweredLink): Promise<void>
  /** What a link did; null when it did nothing, or when that is over. */
  find(digest: string, now: Date): Promise<LinkAnswer | null>
  /** What the links of an account did does not hold any more. */
  forget(tx: Transaction, userId: string): Promise<void>
}

export function createAnsweredLinkRepository(database: Database): AnsweredLinkRepository {
  const links = database.model(answeredLinkModel)
  return {
    async note(tx, { digest, ...link }) {
      await links().insertOne({ _id: digest, ...link }, { session: tx.session })
    },
    async find(digest, now) {
      return (
        (
          await links()
            .findOne({ _id: digest, expiresAt: trusted({ $gt: now }) })
            .lean()
        )?.answer ?? null
      )
    },
    async forget(tx, userId) {
      await links().deleteMany({ userId }, { session: tx.session })
    },
  }
}
