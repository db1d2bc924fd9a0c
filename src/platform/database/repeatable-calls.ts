import { DAY_MS } from '../time/durations.ts'
import type { Clock } from '../time/clock.ts'
import { AppError } from '../errors/errors.ts'
import type { Database, IndexDescription, Transaction } from './database.ts'

/** A call that makes something, as its caller repeats it when the answer is lost. */
export interface RepeatableCall {
  /** A digest of who calls and of the key that they sent. */
  readonly id: string
  /** A digest of what was sent with it: the same for each repetition. */
  readonly fingerprint: string
}

/**
 * Notes in the transaction that makes something what was made, so that a repetition finds it.
 * @param madeId how the thing is found again
 */
export type NoteMade = (tx: Transaction, madeId: string) => Promise<void>

/** The key came with something else before. */
export class RepeatedOtherwise extends AppError {
  constructor() {
    const message =
      'This was sent before with other contents, and went through. Please look at what you sent before you send it again.'
    super('unprocessable', 'IDEMPOTENCY_KEY_REUSED', message)
  }
}

interface RepeatableCallRow {
  _id: string
  fingerprint: string
  madeId: string
  expiresAt: Date
}

/** A form that waits longer in its tab than this is sent anew. */
const KEPT_MS = 7 * DAY_MS

const INDEXES: readonly IndexDescription[] = [{ key: { expiresAt: 1 }, name: 'expired', expireAfterSeconds: 0 }]

/**
 * What was made by calls with a key, for a week: digests and ids alone. This is for everything but orders, whose keys
 * must hold for longer (`orders/persistence/purchase-key.repository.ts`), and refunds and returns, which stand with their
 * keys in the order that they are a part of (`refundOfKey`, `returnOfKey`): it is read for them anyway.
 */
export interface RepeatableCalls {
  /** What the call made before; null when nothing. @throws RepeatedOtherwise */
  findMade(call: RepeatableCall): Promise<string | null>
  /** Fails, and its transaction with it, when the call was noted before. */
  note(tx: Transaction, call: RepeatableCall, madeId: string): Promise<void>
}

export function createRepeatableCalls(database: Database, clock: Clock): RepeatableCalls {
  const calls = database.collection<RepeatableCallRow>('repeatable_calls', INDEXES)
  return {
    async findMade({ id, fingerprint }) {
      const found = await calls.findOne({ _id: id })
      if (found === null) return null
      if (found.fingerprint !== fingerprint) throw new RepeatedOtherwise()
      return found.madeId
    },
    async note(tx, { id, fingerprint }, madeId) {
      const expiresAt = new Date(clock.now().getTime() + KEPT_MS)
      await calls.insertOne({ _id: id, fingerprint, madeId, expiresAt }, { session: tx.session })
    },
  }
}
