import { ObjectId } from 'bson'
import { assertStorable, decode, encode, readField } from './bson-bytes.ts'
import type { Collection } from './collection.ts'
import type { Context, LongOperation } from './command.ts'
import { Entry } from './entry.ts'
import { badValue, code, CommandError, type Document } from './errors.ts'
import { LongChange } from './long-change.ts'
import { own } from './paths.ts'
import type { Filter } from './query.ts'
import type { Selection } from './selection.ts'
import type { Change, Writer } from './transaction.ts'
import { compileUpdate, type Update } from './update.ts'
import { equal, equalityKey, typeOf, typeOrder } from './values.ts'

/**
 * A new document for a collection, with an `_id` where it has none.
 * @throws CommandError for one that cannot be stored
 */
export function newEntry(collection: Collection, document: Document): Entry {
  const { _id: id = new ObjectId(), ...rest } = document
  return entryOf(collection, encode({ _id: id, ...rest }))
}

/** The stored form of a document that has an `_id`. @throws CommandError for one that cannot be stored */
export function entryOf(collection: Collection, bytes: Buffer): Entry {
  assertStorable(bytes)
  const id = readField(bytes, '_id')
  if (typeOf(id) === typeOrder.array) throw badValue(`the '_id' field cannot be of this type`)
  return new Entry(collection.nextSequence(), bytes, equalityKey(id))
}

function immutableId(): CommandError {
  return new CommandError(code.immutableField, "the update would modify the immutable field '_id'")
}

/** The changed document, or the same entry when nothing changes. */
function changed(entry: Entry, update: Update): Entry {
  const document = decode(entry.bytes)
  update(document, false)
  const bytes = encode(document)
  if (bytes.equals(entry.bytes)) return entry
  assertStorable(bytes)
  if (!equal(own(document, '_id'), entry.field('_id'))) throw immutableId()
  return new Entry(entry.sequence, bytes, entry.idKey)
}

/** The new document of an upsert: the query's equalities, then the update. */
function upserted(collection: Collection, filter: Filter, update: Update): Entry {
  // A copy, because the update may write into documents of the query.
  const document = decode(encode(filter.upsertFields()))
  const id = own(document, '_id')
  update(document, true)
  if (id !== undefined && !equal(own(document, '_id'), id)) throw immutableId()
  return newEntry(collection, document)
}

/** A transaction changes so many documents in one step: it may wait for a lock, with nothing changed or fixed yet. */
const mostAtOnce = 500

/** An update of the documents that match or, without an update, their removal. */
interface Modification {
  readonly filter: Filter
  readonly update?: Update
  readonly isUpsert?: boolean
  readonly limit: number
}

/**
 * An update as it is asked for.
 * @param limit how many documents it changes at most
 * @throws CommandError for one that is not understood
 */
export function parseUpdate(filter: Filter, update: unknown, isUpsert: boolean, limit: number): Modification {
  if (isUpsert) filter.upsertFields()
  return { filter, update: compileUpdate(update), isUpsert, limit }
}

/**
 * Makes the modification, or returns what makes it in pieces where many documents have to be looked at, or changed. One of
 * many documents that may be repeated counts what it has done by statement, and is made at once: no driver repeats such.
 * @param note called with each document that matched, before and after; none is before one that was inserted
 */
export function modify(
  modification: Modification,
  collection: Collection,
  writer: Writer,
  context: Context,
  note: (change: Change) => void,
): LongOperation | undefined {
  const { filter, update, limit } = modification
  const { store, transaction, retry } = context
  const isForOne = limit === 1
  const after = (before: Entry): Entry | undefined => update && changed(before, update)
  const select = (): Selection => store.selection(collection, filter, transaction, limit)
  const changeFound = (found: readonly Entry[]): void => {
    const results: Change[] = found.map((before) => ({ before, after: after(before) }))
    if (results.length === 0 && modification.isUpsert === true && update !== undefined)
      results.push({ before: undefined, after: upserted(collection, filter, update) })
    const changes = results.filter(({ before, after: result }) => before !== result)
    writer.write(collection, changes)
    // The snapshot stays open when all that the transaction has looked at is the one document that it holds now.
    if (changes.length !== 1 || filter.equalities.get('_id')?.length !== 1) transaction?.pin()
    for (const result of results) note(result)
  }
  const selection = select()
  const soon = (): Entry[] | undefined => selection.few() ?? (transaction && selection.further())
  const found = isForOne || retry === undefined ? soon() : selection.all()
  if (found === undefined || (retry === undefined && found.length > mostAtOnce)) {
    const otherwise = (): void => changeFound([])
    const changing = { store, writer, collection, filter, isForOne, select, after, note, otherwise }
    return new LongChange(found ?? selection, changing)
  }
  changeFound(found)
  return undefined
}
