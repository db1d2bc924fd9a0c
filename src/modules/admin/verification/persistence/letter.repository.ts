import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { number, text, time } from '#platform/database/fields'
import { HANDLED_KEPT_MS } from '#platform/database/handled-entries'
import { codeExpiryOf } from '../domain/letter-code.ts'

/** The newest letter of a privacy request. It names nobody. */
export interface Letter {
  readonly reference: string
  readonly digest: string
  /** How often a wrong code was given. */
  readonly tries: number
  /** How many letters were written for the request. */
  readonly written: number
  readonly writtenAt: Date
  /** When its code stops counting. */
  readonly expiresAt: Date
}

interface LetterDocument extends Omit<Letter, 'reference' | 'expiresAt'> {
  _id: string
  /** When the row is deleted; its code stops counting long before. */
  expiresAt: Date
}

const verificationLetterModel = defineModel<LetterDocument>({
  collection: 'verification_letters',
  indexes: [{ key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 }],
  fields: () => ({ _id: text, digest: text, tries: number, written: number, writtenAt: time, expiresAt: time }),
})

export interface LetterRepository {
  find(tx: Transaction | null, reference: string): Promise<Letter | null>
  save(tx: Transaction, letter: Letter): Promise<void>
}

export function createLetterRepository(database: Database): LetterRepository {
  const letters = database.model(verificationLetterModel)
  return {
    async find(tx, reference) {
      const document = await letters().findById(reference, null, { session: tx?.session }).lean<LetterDocument>()
      if (document === null) return null
      const { _id, ...letter } = document
      return { reference: _id, ...letter, expiresAt: codeExpiryOf(letter.writtenAt) }
    },
    async save(tx, { reference, ...letter }) {
      // As long as the request, of which it counts the letters.
      const expiresAt = new Date(letter.writtenAt.getTime() + HANDLED_KEPT_MS)
      await letters().updateOne(
        { _id: reference },
        { $set: { ...letter, expiresAt } },
        { session: tx.session, upsert: true },
      )
    },
  }
}
