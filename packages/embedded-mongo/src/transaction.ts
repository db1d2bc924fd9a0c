import { assertFree, type Collection, duplicateKey, type OpenTransaction } from './collection.ts'
import type { Index } from './document-index.ts'
import { DocumentSet } from './document-set.ts'
import type { Entry } from './entry.ts'
import { code, CommandError, writeConflict } from './errors.ts'
import type { Filter } from './query.ts'
import type { Store } from './store.ts'
import type { EqualityKey } from './values.ts'

/** One document's change: `before` as the writer sees it, either side may be missing. */
export interface Change {
  readonly before: Entry | undefined
  readonly after: Entry | undefined
}

/**
 * Thrown when a write meets another transaction's lock. Nothing is changed; it can be tried again when that one ends.
 */
export class Blocked extends Error {
  readonly holder: OpenTransaction

  constructor(holder: OpenTransaction) {
    super('held by another transaction')
    this.holder = holder
  }
}

/** Error `noSuchTransaction` with the label that makes the driver run the whole transaction again. */
export function transactionGone(): CommandError {
  return new CommandError(code.noSuchTransaction, 'The transaction has been aborted or never began', {
    labels: ['TransientTransactionError'],
  })
}

/** Takes the changes of documents: into the store at once, or into a transaction. */
export interface Writer {
  readonly transaction: Transaction | undefined
  /**
   * Throws `Blocked` or `Unbuilt` before anything is changed, `duplicateKey` for a duplicate, `writeConflict` for a conflict,
   * `noSuchTransaction` or `transactionCommitted` when the transaction has ended.
   */
  write(collection: Collection, changes: readonly Change[]): void
}

function lockName(index: Index, key: EqualityKey): string {
  return `${index.spec.name}\0${typeof key}${key}`
}

/** Throws `Unbuilt` when it cannot be told yet whether the unique keys of what is written are free. */
function assertReady(collection: Collection, changes: readonly Change[]): void {
  if (changes.some(({ after }) => after !== undefined)) collection.documents.assertUniqueBuilt()
}

/** Throws `Blocked` when another transaction holds a document, a unique key, or the document that has that key now. */
function assertUnlocked(collection: Collection, changes: readonly Change[], writer: Transaction | undefined): void {
  if (collection.locks.size === 0) return
  const check = (holder: OpenTransaction | undefined): void => {
    if (holder !== undefined && holder !== writer) throw new Blocked(holder)
  }
  for (const { before, after } of changes) {
    check(collection.locks.get((after ?? before)!.idKey))
    if (after === undefined) continue
    for (const index of collection.documents.uniqueIndexes) {
      for (const key of index.keysOf(after)) {
        check(collection.keyLocks.get(lockName(index, key)))
        const owner = index.holder(key)
        if (owner !== undefined && owner !== after.idKey) check(collection.locks.get(owner))
      }
    }
  }
}

/** Commits each document's change at once, for writes outside a transaction. */
export class DirectWriter implements Writer {
  readonly transaction = undefined
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  write(collection: Collection, changes: readonly Change[]): void {
    assertReady(collection, changes)
    assertUnlocked(collection, changes, undefined)
    for (const { before, after } of changes) {
      if (after !== undefined) {
        const existing = collection.documents.byId.get(after.idKey)
        if (existing !== undefined && existing !== before) throw duplicateKey(collection, '_id_', ['_id'], after)
        for (const index of collection.documents.indexes) index.assertIndexable(after)
        for (const index of collection.documents.uniqueIndexes) assertFree(collection, index, after)
      }
      this.#store.apply(collection, before, after)
    }
  }
}

/** What one transaction sees differently in one collection. */
class View {
  /** Entries that others have replaced since the snapshot. */
  readonly old = new Map<EqualityKey, Entry | undefined>()
  readonly written = new Map<EqualityKey, Change>()
  readonly heldKeys: string[] = []
  readonly #collection: Collection
  #overlay: DocumentSet | undefined

  constructor(collection: Collection) {
    this.#collection = collection
  }

  /** The written documents as they are now, with the collection's indexes. */
  get overlay(): DocumentSet {
    return (this.#overlay ??= new DocumentSet(this.#collection.specs))
  }

  /** True when the committed entry is not what the transaction sees. */
  hides(id: EqualityKey): boolean {
    return this.written.has(id) || this.old.has(id)
  }

  /** What the transaction has written that may match. @throws Unbuilt when it is called */
  ownCandidates(filter: Filter): Iterable<Entry> {
    return this.#overlay?.candidates(filter) ?? []
  }

  /** What others have replaced and the transaction still sees; undefined for what it does not. */
  *replaced(): Iterable<Entry | undefined> {
    for (const [id, entry] of this.old) yield this.written.has(id) ? undefined : entry
  }
}

/** A transaction over many documents: it reads from a snapshot, and others see its writes only after the commit. */
export class Transaction implements Writer, OpenTransaction {
  readonly #store: Store
  readonly #views = new Map<Collection, View>()
  /** By the process's own time, which no clock that is set moves. */
  readonly startedAt = performance.now()
  readonly ended: Promise<void>
  #resolveEnded: () => void = () => undefined
  state: OpenTransaction['state'] = 'active'
  isPinned = false
  waitingFor: OpenTransaction | undefined

  constructor(store: Store) {
    this.#store = store
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve))
  }

  get transaction(): Transaction {
    return this
  }

  /** Throws `noSuchTransaction` after an abort and `transactionCommitted` after the commit. */
  assertActive(): void {
    if (this.state === 'aborted') throw transactionGone()
    if (this.state === 'committed')
      throw new CommandError(code.transactionCommitted, 'The transaction has been committed')
  }

  /** Registers the transaction with the store, which reports other writers' changes to it from then on. */
  begin(): void {
    if (this.state === 'active') this.#store.snapshots.add(this)
  }

  /**
   * Fixes the snapshot, because something was read. Before that the transaction has only seen documents and unique keys
   * that it holds itself. Nobody can have changed those, so the result is the same as if it had begun later. Therefore
   * many buyers of one product can queue up for it and all succeed.
   */
  pin(): void {
    this.isPinned = true
  }

  beginReading(): void {
    this.begin()
    this.pin()
  }

  /** True when waiting for a transaction would be waiting for this one. */
  wouldDeadlock(holder: OpenTransaction): boolean {
    for (let next: OpenTransaction | undefined = holder; next !== undefined; next = next.waitingFor)
      if (next === this) return true
    return false
  }

  viewOf(collection: Collection): View | undefined {
    return this.#views.get(collection)
  }

  hasWrittenTo(collection: Collection): boolean {
    return (this.#views.get(collection)?.written.size ?? 0) > 0
  }

  get hasWrites(): boolean {
    return [...this.#views.values()].some((view) => view.written.size > 0)
  }

  #view(collection: Collection): View {
    const view = this.#views.get(collection) ?? new View(collection)
    this.#views.set(collection, view)
    return view
  }

  /** Called by the store when another writer's change is committed. */
  remember(collection: Collection, id: EqualityKey, before: Entry | undefined): void {
    if (!this.isPinned) return
    const { old } = this.#view(collection)
    if (!old.has(id)) old.set(id, before)
  }

  write(collection: Collection, changes: readonly Change[]): void {
    // A lock that is taken after the end would never be released.
    this.assertActive()
    assertReady(collection, changes)
    assertUnlocked(collection, changes, this)
    const view = this.#view(collection)
    for (const { before, after } of changes) {
      const id = (after ?? before)!.idKey
      if (view.old.has(id)) throw writeConflict()
      if (after !== undefined) {
        if (before === undefined && this.#sees(collection, view, id))
          throw duplicateKey(collection, '_id_', ['_id'], after)
        for (const index of collection.documents.indexes) index.assertIndexable(after)
        this.#assertUnique(collection, view, after)
      }
      this.#hold(collection, view, after, id)
      view.overlay.replace(view.overlay.byId.get(id), after)
      view.written.set(id, { before: view.written.has(id) ? view.written.get(id)!.before : before, after })
    }
  }

  #hold(collection: Collection, view: View, after: Entry | undefined, id: EqualityKey): void {
    collection.locks.set(id, this)
    if (after === undefined) return
    for (const index of collection.documents.uniqueIndexes) {
      for (const key of index.keysOf(after)) {
        const name = lockName(index, key)
        collection.keyLocks.set(name, this)
        view.heldKeys.push(name)
      }
    }
  }

  #sees(collection: Collection, view: View, id: EqualityKey): boolean {
    return view.written.has(id) ? view.written.get(id)!.after !== undefined : collection.documents.byId.has(id)
  }

  #assertUnique(collection: Collection, view: View, after: Entry): void {
    for (const index of collection.documents.uniqueIndexes) {
      const mine = view.overlay.index(index.spec.name)
      if (mine !== undefined) assertFree(collection, mine, after)
      for (const key of index.keysOf(after)) {
        const holder = index.holder(key)
        if (holder === undefined || holder === after.idKey || view.written.has(holder)) continue
        if (view.old.has(holder)) throw writeConflict()
        throw duplicateKey(collection, index.spec.name, index.paths, after)
      }
    }
  }

  /** Makes the writes visible and issues them to the disk, in one step. */
  commit(): void {
    for (const [collection, view] of this.#views) {
      for (const { before, after } of view.written.values())
        if (before !== undefined || after !== undefined) this.#store.apply(collection, before, after)
    }
    this.#end('committed')
  }

  abort(): void {
    if (this.state === 'active') this.#end('aborted')
  }

  #end(state: 'committed' | 'aborted'): void {
    this.state = state
    this.#store.snapshots.delete(this)
    for (const [collection, view] of this.#views) {
      for (const id of view.written.keys()) collection.locks.delete(id)
      for (const key of view.heldKeys) collection.keyLocks.delete(key)
    }
    this.#views.clear()
    this.#resolveEnded()
  }
}
