import type { mongo } from 'mongoose'
import type { Collection } from '../database/database.ts'
import type { OutboxRow } from './outbox-row.ts'

/**
 * How many jobs are changed by one command, so that others have their turn in between: after an outage tens of thousands
 * may be due at once, and the built-in database answers nothing else while it makes one change.
 */
const CHANGED_AT_ONCE = 500

/**
 * Changes all rows that match, some hundred at a time.
 * @param which what does not hold any more once a row is changed
 * @returns how many rows
 */
export async function changeAll(
  rows: Collection<OutboxRow>,
  which: mongo.Filter<OutboxRow>,
  change: mongo.UpdateFilter<OutboxRow>,
): Promise<number> {
  for (let total = 0; ;) {
    const some = await rows.find(which, { projection: { _id: 1 }, limit: CHANGED_AT_ONCE }).toArray()
    if (some.length === 0) return total
    const { modifiedCount } = await rows.updateMany({ ...which, _id: { $in: some.map(({ _id }) => _id) } }, change)
    total += modifiedCount
    if (some.length < CHANGED_AT_ONCE) return total
  }
}
