import type { Database, Transaction } from './database.ts'
import { SOON_DURABLE } from './soon-durable.ts'

interface CounterRow {
  _id: string
  value: number
}

export interface Counters {
  /**
   * Reserves `count` numbers and returns the first. Inside of a transaction there are no gaps, nobody else gets the numbers
   * of what is stored, and other callers for this name wait for its end. Outside of one customers do not wait for each
   * other, and a failed order leaves a gap; but a database server that goes down takes the latest numbers with it, and its
   * successor gives them out again: the caller has to store them where a second one is refused, and to take others then.
   */
  take(name: string, count?: number, tx?: Transaction): Promise<number>
}

/**
 * Numbers for documents whose id people read aloud (products, orders).
 * @param firstValues what a counter that does not exist yet starts with (default 1)
 */
export function createCounters(database: Database, firstValues: Readonly<Record<string, number>> = {}): Counters {
  const counters = database.collection<CounterRow>('counters')
  const begun = new Set<string>()

  /** Sets a counter to its beginning when it does not exist yet; asked once per process. */
  async function begin(name: string): Promise<void> {
    const first = firstValues[name] ?? 1
    if (first !== 1) await counters.updateOne({ _id: name }, { $setOnInsert: { value: first - 1 } }, { upsert: true })
    begun.add(name)
  }

  return {
    async take(name, count = 1, tx) {
      if (!begun.has(name)) await begin(name)
      const counter = await counters.findOneAndUpdate(
        { _id: name },
        { $inc: { value: count } },
        // The caller that stores a document under the number waits for the disk, and then the counter is there too.
        { upsert: true, returnDocument: 'after', ...(tx === undefined ? SOON_DURABLE : { session: tx.session }) },
      )
      if (counter === null) throw new Error(`the counter ${name} could not be made`)
      return counter.value - count + 1
    },
  }
}
