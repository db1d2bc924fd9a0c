import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { optionalTime, text } from '#platform/database/fields'
import type { OptOut } from '../domain/privacy-request.ts'

interface OptOutDocument {
  /** A digest of the address: a refusal outlives the erasure of the person without identifying them. */
  _id: string
  sale: Date | null
  marketing: Date | null
}

const optOutModel = defineModel<OptOutDocument>({
  collection: 'opt_outs',
  indexes: [],
  fields: () => ({ _id: text, sale: optionalTime, marketing: optionalTime }),
})

/** What people refuse, by their address. */
export interface OptOutRepository {
  save(tx: Transaction, email: string, optOut: OptOut, now: Date): Promise<void>
  /** Copies a person's refusals to their new address. */
  carryOver(tx: Transaction, fromEmail: string, toEmail: string): Promise<void>
  /** Since when the person refuses what; null where they do not. */
  find(email: string): Promise<Readonly<Record<OptOut, Date | null>>>
  /** What the person refuses. */
  list(email: string): Promise<readonly OptOut[]>
}

function keyOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}

export function createOptOutRepository(database: Database): OptOutRepository {
  const optOuts = database.model(optOutModel)
  async function find(email: string) {
    const document = await optOuts().findById(keyOf(email)).lean()
    return { sale: document?.sale ?? null, marketing: document?.marketing ?? null }
  }

  return {
    find,
    async list(email) {
      const since = await find(email)
      return (['sale', 'marketing'] as const).filter((what) => since[what] !== null)
    },
    async save(tx, email, optOut, now) {
      await optOuts().updateOne(
        { _id: keyOf(email) },
        { $set: { [optOut]: now } },
        { upsert: true, session: tx.session },
      )
    },
    async carryOver(tx, fromEmail, toEmail) {
      const known = await optOuts().findById(keyOf(fromEmail), null, { session: tx.session }).lean()
      if (known === null) return
      const refused = {
        ...(known.sale !== null && { sale: known.sale }),
        ...(known.marketing !== null && { marketing: known.marketing }),
      }
      await optOuts().updateOne({ _id: keyOf(toEmail) }, { $set: refused }, { upsert: true, session: tx.session })
    },
  }
}
