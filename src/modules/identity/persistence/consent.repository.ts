import { randomUUID } from 'node:crypto'
import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { refusingDuplicates } from '#platform/database/duplicate-key'
import { defineModel } from '#platform/database/define-model'
import { number, optionalNumber, optionalText, text, time } from '#platform/database/fields'
import type { ConsentAction, ConsentChoice, ConsentEntry, Purpose } from '../domain/consent.ts'
import { ConsentLogChanged } from '../errors.ts'

/** Rows are added and never changed; the oldest of a visitor go when there are too many. */
interface ConsentDocument {
  _id: string
  visitorId: string
  /** The row's place in the visitor's log, from 1. */
  number: number
  kind: 'choice' | 'erasure'
  version: string | null
  analytics: boolean | null
  marketing: boolean | null
  action: ConsentAction | null
  purposes: Purpose[]
  /** How many recorded events an erasure deleted. */
  erased: number | null
  at: Date
}

/** As long as the data of accounts (specification 2, section 9). */
const KEPT_SECONDS = 7 * 365 * 86_400

const consentModel = defineModel<ConsentDocument>({
  collection: 'consents',
  indexes: [
    { key: { visitorId: 1, number: 1 }, name: 'visitor_number', unique: true },
    { key: { at: 1 }, name: 'kept_7_years', expireAfterSeconds: KEPT_SECONDS },
  ],
  fields: () => ({
    _id: text,
    visitorId: text,
    number: number,
    kind: text,
    version: optionalText,
    analytics: { type: Boolean, default: null },
    marketing: { type: Boolean, default: null },
    action: optionalText,
    purposes: [String],
    erased: optionalNumber,
    at: time,
  }),
})

/** The most rows of a visitor's log: nobody changes their mind more often, and older choices do not matter today. */
const MAX_ROWS = 100

/** The consent log: rows of a visitor, numbered without gaps. */
export interface ConsentRepository {
  /** The visitor's log, newest first, as far back as it matters. */
  findLog(visitorId: string): Promise<readonly ConsentEntry[]>
  /** Adds the row behind `last`. @throws ConsentLogChanged when another row was added since */
  appendChoice(tx: Transaction, choice: ConsentChoice, last: number, at: Date): Promise<void>
  /** Of two concurrent erasures, only one is recorded. @throws ConsentLogChanged when another row was added since */
  appendErasure(tx: Transaction, erasure: RecordedErasure, last: number, at: Date): Promise<void>
}

/** What was recorded of a visitor and is deleted. */
interface RecordedErasure {
  readonly visitorId: string
  readonly purposes: readonly Purpose[]
  /** How many events. */
  readonly erased: number
}

function toEntry({ kind, number, at, ...row }: ConsentDocument): ConsentEntry {
  if (kind === 'erasure') return { kind, number, at, purposes: row.purposes, erased: row.erased ?? 0 }
  const { visitorId, version, analytics, marketing, action } = row
  const choice = {
    visitorId,
    version: version ?? '',
    analytics: analytics === true,
    marketing: marketing === true,
    action: action ?? 'save',
  }
  return { kind, number, at, choice }
}

export function createConsentRepository(database: Database): ConsentRepository {
  const consents = database.model(consentModel)

  async function append(
    tx: Transaction,
    row: Partial<ConsentDocument> & Pick<ConsentDocument, 'visitorId' | 'number'>,
  ) {
    await refusingDuplicates(consents().insertOne(row, { session: tx.session }), () => new ConsentLogChanged())
    const { visitorId, number } = row
    if (number > MAX_ROWS)
      await consents().deleteMany({ visitorId, number: trusted({ $lte: number - MAX_ROWS }) }, { session: tx.session })
  }

  return {
    async findLog(visitorId) {
      const documents = await consents().find({ visitorId }).sort({ number: -1 }).limit(MAX_ROWS).lean()
      return documents.map(toEntry)
    },
    async appendChoice(tx, choice, last, at) {
      const row = { _id: randomUUID(), ...choice, kind: 'choice' as const, number: last + 1, purposes: [], at }
      await append(tx, row)
    },
    async appendErasure(tx, { visitorId, purposes, erased }, last, at) {
      const own = { _id: randomUUID(), visitorId, kind: 'erasure' as const, number: last + 1 }
      await append(tx, { ...own, purposes: [...purposes], erased, at })
    },
  }
}
