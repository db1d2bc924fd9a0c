import mongoose, { type ClientSession, type mongo } from 'mongoose'
import { isDuplicateKey } from './duplicate-key.ts'
import { inParts } from './in-parts.ts'

const { MongoServerError } = mongoose.mongo

/** A new row, or a change of the one row that a filter finds. */
export type RowWrite<Row extends mongo.BSON.Document> =
  | { readonly insert: mongo.OptionalUnlessRequiredId<Row> }
  | { readonly filter: mongo.Filter<Row>; readonly update: mongo.UpdateFilter<Row> }

/** What makes the transaction fail, apart from an error of the server. */
export interface WriteGuard {
  /** How many rows the changes must find, all together (default: one each). */
  readonly mustFind?: number
  /** What to throw when they find another number. */
  readonly onMiss?: () => Error
  /** What to throw when another row has the same value in a unique index (default: the server's error). */
  readonly onDuplicate?: () => Error
}

/** What a transaction writes to one collection at its end. */
export interface WriteGroup extends WriteGuard {
  readonly collection: mongo.Collection
  readonly writes: readonly RowWrite<mongo.BSON.Document>[]
}

/** Writes these in a transaction, in their order. An absent field stays absent. */
export type WriteGroups = (session: ClientSession, groups: readonly WriteGroup[]) => Promise<void>

/** What a server answers per operation of the command `bulkWrite`. */
interface OperationResult extends mongo.BSON.Document {
  readonly ok: number
  readonly idx: number
  /** How many rows were written or found. */
  readonly n: number
}

/** Since 8.0 a server writes to several collections in one command. */
const WIRE_VERSION_8_0 = 25
/**
 * The server's codes for a command that this login may not use, that it does not have, or that it does not allow: one of
 * 8.0 whose feature compatibility version is still that of the version before, as in the midst of an upgrade.
 */
const REFUSED_CODES: readonly unknown[] = [13, 59, 115]

/**
 * Writes to several collections in one command: with the built-in database, and with MongoDB since 8.0. That saves an
 * order four commands, a fifth of its work in the process. What is too long for one command goes in several. An older
 * server gets one command per collection.
 */
export function createGroupWriter(client: mongo.MongoClient, wireVersion: number): WriteGroups {
  const admin = client.db('admin')
  let isOneCommand = wireVersion >= WIRE_VERSION_8_0

  async function writeInOne(session: ClientSession, groups: readonly WriteGroup[]): Promise<void> {
    // A collection is named once, however many groups are for it.
    const names = [...new Set(groups.map(({ collection }) => collection.namespace))]
    const all = groups.flatMap(({ collection: { namespace }, writes }) =>
      writes.map((write) => operationOf(write, names.indexOf(namespace))),
    )
    const nsInfo = names.map((ns) => ({ ns }))
    const results: OperationResult[] = []
    for (const ops of inParts(all)) {
      const before = results.length
      const command = { bulkWrite: 1, ops, nsInfo, ordered: true, cursor: { batchSize: ops.length } }
      const reply = await admin.command(command, { session, ignoreUndefined: true })
      const own = reply['cursor'].firstBatch as readonly OperationResult[]
      results.push(...own.map((result) => ({ ...result, idx: before + result.idx })))
      if (own.some(({ ok }) => ok !== 1)) break
    }
    let end = 0
    for (const group of groups) {
      const [first, last] = [end, (end += group.writes.length)]
      const own = results.filter(({ idx }) => idx >= first && idx < last)
      const failed = own.find(({ ok }) => ok !== 1)
      if (failed !== undefined) throw refusalOf(group, new MongoServerError(failed))
      const found = own.filter(({ idx }) => !('insert' in (group.writes[idx - first] ?? {})))
      assertFound(
        group,
        found.reduce((sum, { n }) => sum + n, 0),
      )
    }
  }

  return async function writeGroups(session, groups) {
    const some = groups.filter(({ writes }) => writes.length > 0)
    if (some.length === 0) return
    if (!isOneCommand) return writeOneByOne(session, some)
    try {
      await writeInOne(session, some)
    } catch (error) {
      if (error instanceof MongoServerError && REFUSED_CODES.includes(error.code)) {
        isOneCommand = false
        // The driver runs the transaction again.
        error.addErrorLabel('TransientTransactionError')
      }
      throw error
    }
  }
}

async function writeOneByOne(session: ClientSession, groups: readonly WriteGroup[]): Promise<void> {
  for (const group of groups) {
    const { collection, writes } = group
    const models = writes.map((write): mongo.AnyBulkWriteOperation =>
      'insert' in write ? { insertOne: { document: write.insert } } : { updateOne: write },
    )
    try {
      const { matchedCount } = await collection.bulkWrite(models, { session, ignoreUndefined: true })
      assertFound(group, matchedCount)
    } catch (error) {
      throw refusalOf(group, error)
    }
  }
}

function operationOf(write: RowWrite<mongo.BSON.Document>, place: number): mongo.BSON.Document {
  return 'insert' in write
    ? { insert: place, document: write.insert }
    : { update: place, filter: write.filter, updateMods: write.update, multi: false }
}

function assertFound({ collection, writes, mustFind, onMiss }: WriteGroup, found: number): void {
  if (found === (mustFind ?? writes.filter((write) => !('insert' in write)).length)) return
  throw onMiss?.() ?? new Error(`A row of ${collection.collectionName} was changed by somebody else in the meantime.`)
}

function refusalOf({ onDuplicate }: WriteGroup, error: unknown): unknown {
  return onDuplicate !== undefined && isDuplicateKey(error) ? onDuplicate() : error
}
