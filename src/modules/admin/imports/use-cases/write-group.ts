import type { CatalogModule } from '#modules/catalog'
import type { Database, Transaction } from '#platform/database/database'
import { AppError } from '#platform/errors/errors'
import type { EventBus } from '#platform/events/event-bus'
import { importProgressed } from '../../events.ts'
import { productsMeantBy, type ProductImport, type RowResult } from '../import.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { SupplierNotesRepository } from '../persistence/supplier-notes.repository.ts'
import type { ImportRepository, RowCounts } from '../persistence/import.repository.ts'
import type { Written } from '../pipeline/pipeline.ts'
import { decideGroup, type Decided } from '../rules/decide-group.ts'
import { commitThenAnnounce } from './commit-then-announce.ts'
import type { FindCandidates } from './find-candidates.ts'
import type { Group } from './prepare-groups.ts'

/** Another worker has continued the import, or staff have stopped it. */
export class ImportTakenOver extends Error {
  override readonly name = 'ImportTakenOver'
}

/** Writes the groups of one import, one after the other. @throws ImportTakenOver */
export type StartWriting = (productImport: ProductImport) => (group: Group, whenBusy: () => void) => Promise<Written>

interface WrittenGroup {
  /** Until when its time is counted (ms, monotonic). */
  readonly countedAt: number
  /** The products that its rows have meant. */
  readonly meant: readonly number[]
}

/** How often a group is tried because a product with one of its numbers was created at the same time. */
const ATTEMPTS = 5

/**
 * A group's products, outcomes and counters are written in one transaction, which requires that the group before it is
 * written: a killed worker leaves only whole groups, the next one continues after them, and two workers never write the
 * same group. A preview does the same without products.
 */
export function createWriteGroup(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly catalog: Pick<CatalogModule, 'areUnchanged' | 'writeProducts'>
  readonly findCandidates: FindCandidates
  readonly supplierNotes: Pick<SupplierNotesRepository, 'note'>
  readonly imports: Pick<ImportRepository, 'advance' | 'isAt'>
  readonly rows: Pick<ImportRowsRepository, 'insert' | 'meantBy'>
}): StartWriting {
  const { database, events, catalog, findCandidates, supplierNotes, imports, rows } = deps

  return function startWriting(productImport) {
    const { id, run, state, preview, supplier } = productImport
    let countedUntil = performance.now()
    /** The products that rows of the groups so far have meant; null until the first group asks what a former worker wrote. */
    let meantBefore: Set<number> | null = null

    return async function writeGroup(group, whenBusy) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await commit(attempt === 1 ? group : { ...group, early: null }, whenBusy)
        } catch (error) {
          // A product with one of these numbers was created at the same time; the next attempt finds it.
          if (!(error instanceof AppError && error.code === 'SKU_TAKEN') || attempt === ATTEMPTS) throw error
        }
      }
    }

    async function commit(group: Group, whenBusy: () => void): Promise<Written> {
      let isRepeated = false
      const { result, announce } = await commitThenAnnounce(database, async (tx) => {
        // A worker that has continued the import takes numbers for new products again and again, and this one would
        // wait for them until it gives up. Asked outside of the transaction, so as to see what is committed by now.
        if (isRepeated && !(await imports.isAt({ id, run, state, from: group.from }))) throw new ImportTakenOver()
        isRepeated = true
        return write(tx, group, whenBusy)
      })
      // What the next group counts on.
      countedUntil = result.countedAt
      for (const productId of result.meant) meantBefore?.add(productId)
      return { announce }
    }

    async function write(tx: Transaction, group: Group, whenBusy: () => void): Promise<WrittenGroup> {
      const { from, to } = group
      const decided = await decide(tx, group)
      const writing = preview ? decided.map(({ result }) => result) : writeProducts(tx, decided)
      whenBusy()
      const results = await writing
      const notesBefore =
        supplier === null || preview
          ? []
          : await supplierNotes.note(tx, { supplierId: supplier.id, importId: id }, productsOf(group, results))
      // The import itself comes last: staff who cancel it wait for this transaction from then on.
      const countedAt = performance.now()
      const counts = countsOf(results, countedAt - countedUntil)
      imports.advance(tx, { id, run, state, from, to, counts }, () => new ImportTakenOver())
      rows.insert(tx, { importId: id, run, preview, firstLine: from + 1, rows: results, notesBefore })
      await events.publish(tx, importProgressed, { importId: id })
      return { countedAt, meant: productsMeantBy(results) }
    }

    async function decide(tx: Transaction, { rows: ready, keys, early }: Group): Promise<readonly Decided[]> {
      const meant = (meantBefore ??= await rows.meantBy(id, run))
      // An early decision does not know what the group before it has meant.
      const isRepeated = ({ decision }: Decided) => decision?.outcome === 'updated' && meant.has(decision.product.id)
      if (early !== null && !early.decided.some(isRepeated) && (await catalog.areUnchanged(tx, early.products)))
        return early.decided
      return decideGroup(productImport, ready, await findCandidates(tx, keys, productImport), meant)
    }
  }

  /** Writes what was decided, and completes the results with the new products' numbers. */
  async function writeProducts(tx: Transaction, decided: readonly Decided[]): Promise<RowResult[]> {
    const create = decided.flatMap(({ decision }) => (decision?.outcome === 'created' ? [decision.content] : []))
    const change = decided.flatMap(({ decision }) =>
      decision?.outcome === 'updated' ? [{ id: decision.product.id, set: decision.set }] : [],
    )
    const createdIds = create.length + change.length === 0 ? [] : await catalog.writeProducts(tx, { create, change })
    let next = 0
    return decided.map(({ decision, result }) =>
      decision?.outcome === 'created' ? { ...result, productId: createdIds[next++] ?? null } : result,
    )
  }
}

/** The products of a group's rows, with the EAN that the row names each by. */
function productsOf({ rows }: Group, results: readonly RowResult[]): { productId: number; gtin: string | null }[] {
  return results.flatMap(({ productId }, index) => {
    const row = rows[index]?.row
    return productId === null || row === undefined ? [] : [{ productId, gtin: row.refused === null ? row.gtin : null }]
  })
}

function countsOf(results: readonly RowResult[], workedMs: number): RowCounts {
  const counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    flagged: 0,
    rowsRead: results.length,
    workedMs: Math.round(workedMs),
  }
  for (const { outcome, warnings } of results) {
    counts[outcome] += 1
    if (warnings.length > 0) counts.flagged += 1
  }
  return counts
}
