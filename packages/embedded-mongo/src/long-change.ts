import type { Collection } from './collection.ts'
import type { LongOperation } from './command.ts'
import type { Entry } from './entry.ts'
import { code, CommandError } from './errors.ts'
import { pieceMs } from './pieces.ts'
import type { Filter } from './query.ts'
import { Selection } from './selection.ts'
import type { Store } from './store.ts'
import type { Change, Writer } from './transaction.ts'

interface Changing {
  readonly store: Store
  readonly writer: Writer
  readonly collection: Collection
  readonly filter: Filter
  /** Whether it is for the first that matches, and not for all. */
  readonly isForOne: boolean
  readonly select: () => Selection
  /** What becomes of a document: another, none, or the same when nothing changes. */
  readonly after: (before: Entry) => Entry | undefined
  /** Called with each document that matched, before and after. */
  readonly note: (change: Change) => void
  /** Called when none matches. */
  readonly otherwise: () => void
}

/**
 * A change that many documents have to be looked at for, or that is for many, in pieces between which other commands are
 * answered. Outside of a transaction it is what MongoDB makes of it: each document is changed at once, others see those
 * that are changed and those that are not yet, and what another command has changed meanwhile is changed if it still
 * matches. In a transaction nobody sees any of it before the commit.
 */
export class LongChange implements LongOperation {
  readonly #changing: Changing
  #found: readonly Entry[] | Selection
  #at = 0
  #hasMatched = false

  /** @param found the documents, or what has looked at some of them already */
  constructor(found: readonly Entry[] | Selection, changing: Changing) {
    this.#found = found
    this.#changing = changing
    // What others change from now on conflicts with it.
    changing.writer.transaction?.pin()
  }

  /**
   * Looks for documents or changes them, for as long as a piece may take. Returns itself when there is more to do. Throws what
   * `Writer.write` throws, with the documents before that one changed: after `Blocked` and `Unbuilt` it goes on with it.
   */
  takePiece(): true | this {
    const { store, collection, isForOne, select, otherwise } = this.#changing
    if (store.find(collection.database, collection.name) !== collection)
      throw new CommandError(code.queryPlanKilled, 'the collection was dropped')
    const found = this.#found instanceof Selection ? this.#found.further() : this.#found
    if (found === undefined) return this
    this.#found = found
    const end = performance.now() + pieceMs
    while (this.#at < found.length) {
      this.#change(found[this.#at]!)
      this.#at++
      if (performance.now() > end) break
    }
    if (this.#at < found.length) return this
    if (this.#hasMatched) return true
    if (isForOne && found.length > 0) {
      // While it was locked somebody has changed it; another one may match.
      this.#found = select()
      this.#at = 0
      return this
    }
    otherwise()
    return true
  }

  #change(selected: Entry): void {
    const { writer, collection, filter, after, note } = this.#changing
    let before: Entry | undefined = selected
    if (writer.transaction === undefined) {
      before = collection.documents.byId.get(selected.idKey)
      if (before === undefined || (before !== selected && !filter.matches(before))) return
    }
    const result = { before, after: after(before) }
    if (result.before !== result.after) writer.write(collection, [result])
    this.#hasMatched = true
    note(result)
  }
}
