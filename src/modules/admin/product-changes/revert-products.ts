import type { CatalogModule, Product, ProductContent } from '#modules/catalog'
import type { Counters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { ChangeHistory, MadeChange } from './change-history.ts'
import { fingerprintOf, fingerprintWithStockOf, STOCK_FIELDS } from './fingerprint.ts'
import type { Reverted } from './undo-result.ts'
import type { KeptProduct, WrittenProduct } from './written-product.ts'

/** The undo of what price lists and bulk edits wrote to products. */
export interface ProductReverts {
  /**
   * Reverts what was written to some products inside the caller's transaction: created ones are deleted, and changed
   * fields get their old values; nothing is for sale for nothing by that. A product that was changed since stays as it
   * is. Where another list or bulk edit did that, the undo of the other one takes it back with its own: whichever is
   * undone first, what was before both is left.
   * @param record notes the outcome; when it answers false, it was noted before, and nothing is written
   */
  revert(
    tx: Transaction,
    made: Pick<MadeChange, 'madeBy' | 'madeAt'>,
    written: readonly WrittenProduct[],
    record: (reverted: Reverted) => Promise<boolean>,
  ): Promise<void>
  /** Adds the changes of one kind; to be called while the module is built. */
  addHistory(history: ChangeHistory): void
}

export function createProductReverts(
  catalog: Pick<CatalogModule, 'findProducts' | 'listReviewedAmong' | 'writeProducts'>,
  counters: Counters,
): ProductReverts {
  const histories: ChangeHistory[] = []

  return {
    addHistory: (history) => void histories.push(history),
    async revert(tx, made, written, record) {
      // One after the other, in whatever process: one that keeps a product because of another, which is being undone at that
      // moment, would leave it as neither found it.
      await counters.take('product-reverts', 1, tx)
      const ids = written.map(({ productId }) => productId)
      const products = new Map((await catalog.findProducts(ids, tx)).map((product) => [product.id, product]))
      const others = { ...(await readHistories(tx, ids, made.madeAt)), reviewed: await findReviewed(tx, products) }
      const remove: number[] = []
      const change: { id: number; set: Partial<ProductContent> }[] = []
      const kept: KeptProduct[] = []
      const takenBack: MadeChange[] = []
      for (const each of written) {
        const product = products.get(each.productId)
        // It was deleted since; there is nothing left to revert.
        if (product === undefined) continue
        const { id, name } = product
        const reverted = revertible(product, { ...each, ...made }, others)
        if (reverted.length === 0) kept.push({ productId: id, name })
        else if (reverted.at(-1)?.outcome === 'created') remove.push(id)
        else change.push({ id, set: restoredValues(product, reverted) })
        takenBack.push(...reverted.slice(1))
      }
      if (!(await record({ removed: remove.length, restored: change.length, kept }))) return
      if (remove.length + change.length > 0) await catalog.writeProducts(tx, { remove, change })
      for (const [madeBy, changes] of byMaker(takenBack))
        await others.historyOf.get(madeBy)?.takeBack(tx, madeBy, changes)
    },
  }

  /** Those that have reviews: of hidden ones the count of a product says nothing. */
  async function findReviewed(tx: Transaction, products: ReadonlyMap<number, Product>): Promise<ReadonlySet<number>> {
    const ids = [...products.keys()]
    const isCounted = (id: number) => (products.get(id)?.reviewCount ?? 0) > 0
    const others = ids.filter((id) => !isCounted(id))
    return new Set([...ids.filter(isCounted), ...(await catalog.listReviewedAmong(tx, others))])
  }

  /** What else was made of some products: what stands and is newer, and what earlier undos have kept. */
  async function readHistories(tx: Transaction, ids: readonly number[], madeAt: Date): Promise<Histories> {
    const historyOf = new Map<string, ChangeHistory>()
    const kept: MadeChange[] = []
    for (const history of histories)
      for (const change of await history.findKept(tx, ids)) {
        historyOf.set(change.madeBy, history)
        kept.push(change)
      }
    const oldest = new Date(Math.min(madeAt.getTime(), ...kept.map((change) => change.madeAt.getTime())))
    const standing: MadeChange[] = []
    for (const history of histories) standing.push(...(await history.findStanding(tx, ids, oldest)))
    return { kept: newestFirst(kept), standing: newestFirst(standing), historyOf }
  }
}

/** Changes beside those that are to be reverted, by product and with the newest first. */
interface Histories {
  readonly kept: ReadonlyMap<number, readonly MadeChange[]>
  readonly standing: ReadonlyMap<number, readonly MadeChange[]>
  /** Who knows of those that were kept, by what they were made by. */
  readonly historyOf: ReadonlyMap<string, ChangeHistory>
}

interface Others extends Histories {
  /** The products that customers have reviewed. */
  readonly reviewed: ReadonlySet<number>
}

function newestFirst(changes: readonly MadeChange[]): ReadonlyMap<number, readonly MadeChange[]> {
  const found = new Map<number, MadeChange[]>()
  for (const change of changes.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())) {
    const those = found.get(change.productId)
    if (those === undefined) found.set(change.productId, [change])
    else those.push(change)
  }
  return found
}

function byMaker(changes: readonly MadeChange[]): ReadonlyMap<string, readonly MadeChange[]> {
  const found = new Map<string, MadeChange[]>()
  for (const change of changes) found.set(change.madeBy, [...(found.get(change.madeBy) ?? []), change])
  return found
}

/**
 * The changes of a product that are reverted one after the other: the one that is undone, and behind it those that
 * earlier undos had to keep because of it. None when the product was changed since.
 */
function revertible(product: Product, undone: MadeChange, { kept, standing, reviewed }: Others): readonly MadeChange[] {
  const isLast = (change: MadeChange, reverted: readonly MadeChange[]) =>
    isAsWritten(change, { ...product, ...oldValues(reverted) }, reviewed.has(product.id)) &&
    !(standing.get(product.id) ?? []).some((other) => other.madeAt > change.madeAt && isOfSame(change, other))
  if (!isLast(undone, [])) return []
  const reverted = [undone]
  for (const change of kept.get(product.id) ?? []) {
    if (reverted.at(-1)?.outcome === 'created') break
    if (isLast(change, reverted)) reverted.push(change)
  }
  return reverted
}

/** Whether a newer change is of what an older one has set; that made all of a new product. */
function isOfSame(older: MadeChange, newer: MadeChange): boolean {
  if (older.outcome === 'created') return true
  const fields = new Set(older.changes.map(({ field }) => field))
  return newer.changes.some(({ field }) => fields.has(field))
}

/** Whether nobody has edited a product since. A new product that was sold, restocked or reviewed is in use. */
function isAsWritten(written: WrittenProduct, product: Product, isReviewed: boolean): boolean {
  if (written.outcome === 'created') return fingerprintWithStockOf(product) === written.mark && !isReviewed
  // What was only taken off sale comes back to it, whatever else of it was edited.
  const isStockAlone = written.changes.every(({ field }) => (STOCK_FIELDS as readonly string[]).includes(field))
  return (isStockAlone || fingerprintOf(product) === written.mark) && !stockMoved(written, product)
}

/** Whether a stock field was set that has another value now. */
function stockMoved({ changes }: WrittenProduct, product: Product): boolean {
  return STOCK_FIELDS.some((field) =>
    changes.some((change) => change.field === field && JSON.stringify(product[field]) !== change.after),
  )
}

/**
 * What some changes had replaced, for a product as it is now. It may have got pieces or a price since, or lost its price:
 * what waited for a price and has one is for sale if there are pieces of it, and what would be for sale for nothing waits
 * for a price, unless it is known that staff gave it away before.
 */
function restoredValues(product: Product, changes: readonly WrittenProduct[]): Partial<ProductContent> {
  const set = oldValues(changes)
  const { priceCents, inStock, stockQuantity } = { ...product, ...set }
  if (priceCents > 0) return set.awaitsPrice === true ? { ...set, inStock: stockQuantity > 0, awaitsPrice: false } : set
  const isGiven = product.priceCents === 0 && product.inStock
  const wasGiven = set.inStock === true && (set.priceCents === 0 || fingerprintOf(product) === changes[0]?.mark)
  if (!inStock || isGiven || wasGiven) return set
  return { ...set, inStock: false, awaitsPrice: true }
}

/** The values from before some changes, of which the last that is named is the oldest. */
function oldValues(changes: readonly WrittenProduct[]): Partial<ProductContent> {
  return Object.fromEntries(
    changes.flatMap((change) => change.changes.map(({ field, before }) => [field, JSON.parse(before ?? 'null')])),
  ) as Partial<ProductContent>
}
