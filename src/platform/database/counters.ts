import type { Database, Transaction } from './database.ts'
import { SOON_DURABLE } from './soon-durable.ts'

interface CounterRow {
  _id: string
  value: number
}

/** Somebody else took numbers meanwhile: the transaction is to be run again with numbers that were taken. */
export class NumbersMoved extends Error {
  override readonly name = 'NumbersMoved'
}

/** Numbers for what a transaction stores. */
export interface Numbering {
  readonly first: Promise<number>
  /** Has the transaction note that they are taken, where they are not yet; somebody else's fail it with `NumbersMoved`. */
  keep(tx: Transaction): void
}

export interface Counters {
  /**
   * Reserves `count` numbers and returns the first. Inside of a transaction there are no gaps, nobody else gets the numbers
   * of what is stored, and other callers for this name wait for its end. Outside of one customers do not wait for each
   * other, and a failed order leaves a gap; but a database server that goes down takes the latest numbers with it, and its
   * successor gives them out again: the caller has to store them where a second one is refused, and to take others then.
   */
  take(name: string, count?: number, tx?: Transaction): Promise<number>
  /**
   * Numbers for a transaction that stores documents under them. A process that took the latest ones twice in a row expects
   * that the next are free: it asks nobody, and the counter goes up in the command that writes the documents, so that a
   * transaction that stores none leaves no gap. Beside other processes they are taken as outside of a transaction, so that
   * nobody waits for the transactions of others.
   */
  prepare(name: string, count: number): Numbering
}

/** What a process knows of a counter. */
interface Known {
  readonly latest: number
  /** Whether nobody else took any between the last two times that this process did. */
  readonly isAlone: boolean
}
const NOTHING_KNOWN: Known = { latest: 0, isAlone: false }

/**
 * Numbers for documents whose id people read aloud (products, orders).
 * @param firstValues what a counter that does not exist yet starts with (default 1)
 */
export function createCounters(database: Database, firstValues: Readonly<Record<string, number>> = {}): Counters {
  const counters = database.collection<CounterRow>('counters')
  const begun = new Set<string>()
  const known = new Map<string, Known>()

  /** Sets a counter to its beginning when it does not exist yet; asked once per process. */
  async function begin(name: string): Promise<void> {
    const first = firstValues[name] ?? 1
    if (first !== 1) await counters.updateOne({ _id: name }, { $setOnInsert: { value: first - 1 } }, { upsert: true })
    begun.add(name)
  }

  /** @returns the first of the numbers */
  async function increase(name: string, count: number, tx?: Transaction): Promise<number> {
    if (!begun.has(name)) await begin(name)
    const counter = await counters.findOneAndUpdate(
      { _id: name },
      { $inc: { value: count } },
      // The caller that stores a document under the number waits for the disk, and then the counter is there too.
      { upsert: true, returnDocument: 'after', ...(tx === undefined ? SOON_DURABLE : { session: tx.session }) },
    )
    if (counter === null) throw new Error(`the counter ${name} could not be made`)
    return counter.value - count + 1
  }

  async function takeAlone(name: string, count: number): Promise<number> {
    const first = await increase(name, count)
    known.set(name, { latest: first + count - 1, isAlone: known.get(name)?.latest === first - 1 })
    return first
  }

  return {
    take: (name, count = 1, tx) => (tx === undefined ? takeAlone(name, count) : increase(name, count, tx)),
    prepare(name, count) {
      const { latest, isAlone } = known.get(name) ?? NOTHING_KNOWN
      if (!isAlone) return { first: takeAlone(name, count), keep: () => {} }
      const onMiss = () => {
        known.delete(name)
        return new NumbersMoved()
      }
      return {
        first: Promise.resolve(latest + 1),
        keep(tx) {
          const change = { filter: { _id: name, value: latest }, update: { $inc: { value: count } } }
          tx.writeAtEnd(counters, [change], { onMiss })
          tx.onCommit(() => void known.set(name, { latest: latest + count, isAlone: true }))
        },
      }
    },
  }
}
