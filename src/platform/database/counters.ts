import type { Database, Transaction } from './database.ts'

interface CounterRow {
  _id: string
  value: number
}

export interface Counters {
  /**
   * Reserves `count` unique numbers and returns the first. Outside of a transaction customers do not wait for each other,
   * and a failed order leaves a gap. Inside of one there are no gaps, and other callers for this name wait for its end.
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
        { upsert: true, returnDocument: 'after', session: tx?.session },
      )
      if (counter === null) throw new Error(`the counter ${name} could not be made`)
      return counter.value - count + 1
    },
  }
}

/**
 * Single numbers, fetched in batches: callers during a fetch share the next one, so that the counter is never a
 * bottleneck.
 * @param take reserves `count` numbers and returns the first
 */
export function batchNumbers(take: (count: number) => Promise<number>): () => Promise<number> {
  let waiting: { readonly resolve: (number: number) => void; readonly reject: (error: unknown) => void }[] = []
  let isFetching = false

  async function fetchAll(): Promise<void> {
    isFetching = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const first = await take(batch.length)
        for (const [i, request] of batch.entries()) request.resolve(first + i)
      } catch (error) {
        for (const request of batch) request.reject(error)
      }
    }
    isFetching = false
  }

  return () =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      if (!isFetching) void fetchAll()
    })
}
