import mongoose from 'mongoose'
import { readDocuments, type Documents } from './documents.ts'
import type { OpenShop } from './open-shop.ts'

const { EJSON } = mongoose.mongo.BSON

/** A handler that failed is called again as often as the shop does. */
const TRIES = 10

/** A job as the outbox has it. */
export interface OutboxJob {
  readonly _id: string
  readonly name: string
  readonly payload: unknown
  readonly createdAt: Date
  readonly notBefore: Date
}

/** What a part of the day left behind. */
export interface Outcome {
  /** Every document of every collection but the outbox, as text. */
  readonly documents: Documents
  /** What handlers enqueued, by name and payload. */
  readonly enqueued: readonly string[]
  readonly mails: readonly string[]
}

/**
 * Calls handlers as deliveries of their jobs, with whatever they enqueue in turn.
 * @param pick takes the next deliveries, which are under way at the same time, from those that are due
 * @param times how often what handlers enqueue is delivered
 */
export async function deliver(
  opened: OpenShop,
  input: {
    readonly now: Date
    readonly deliveries: readonly OutboxJob[]
    readonly pick: (due: OutboxJob[]) => readonly OutboxJob[]
    readonly times: number
  },
): Promise<Outcome> {
  const { now, pick, times } = input
  const { shop, handlers, mails } = opened
  const outbox = shop.database.connection.collection<OutboxJob>('outbox')
  const known = new Set((await outbox.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id))
  const enqueued: OutboxJob[] = []
  const due = [...input.deliveries]
  const failures = new Map<string, number>()

  async function call(job: OutboxJob): Promise<void> {
    const found = handlers.get(job.name)
    if (found === undefined) throw new Error(`No handler of ${job.name}`)
    const context = {
      jobId: job._id,
      attempt: 1,
      createdAt: job.createdAt,
      signal: new AbortController().signal,
      isLast: () => false,
    }
    try {
      await found.handle(found.job.schema.parse(job.payload), context)
    } catch (error) {
      const failed = (failures.get(job._id) ?? 0) + 1
      failures.set(job._id, failed)
      if (failed === TRIES) throw error
      due.push(job)
    }
  }

  while (due.length > 0) {
    opened.hasEnqueued = false
    await Promise.all(pick(due).map(call))
    if (!opened.hasEnqueued) continue
    const added = await outbox
      .find({ _id: { $nin: [...known] } })
      .sort({ createdAt: 1 })
      .toArray()
    for (const job of added) {
      known.add(job._id)
      enqueued.push(job)
      if (job.notBefore <= now) due.push(...Array.from({ length: times }, () => job))
    }
  }
  const documents = new Map(await readDocuments(shop.database))
  documents.delete('outbox')
  return {
    documents,
    enqueued: enqueued.map(({ name, payload }) => `${name} ${EJSON.stringify(payload)}`).toSorted(),
    mails: [...mails.values()].toSorted(),
  }
}
