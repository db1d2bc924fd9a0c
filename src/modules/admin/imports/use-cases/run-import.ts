import { setImmediate } from 'node:timers/promises'
import type { CatalogModule, Product } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import { AppError } from '#platform/errors'
import type { EventBus } from '#platform/events/event-bus'
import { JobCannotSucceed } from '#platform/jobs/jobs'
import { FileRefused } from '../errors.ts'
import { importFinished, importProgressed } from '../../events.ts'
import type { Alongside, ProductImport, RowResult } from '../import.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository, RowCounts } from '../persistence/import.repository.ts'
import { readRows } from '../reading/read-file.ts'
import { decideRow, markOf, markWithStockOf, type Decision } from '../rules/decide-row.ts'
import { keyOf, readRow, type ReadRow } from '../rules/read-row.ts'

/** Somebody else went on with the import, or stopped it. */
class MovedOn extends Error {
  override readonly name = 'MovedOn'
}

type GoodRow = Extract<ReadRow, { refused: null }>
/** A row, and the line that has its product already. */
interface ReadyRow {
  readonly row: ReadRow
  readonly repeats: number | null
}

const MOST_FAULTS = 3
/** How often a group is begun anew because a product with its number appeared meanwhile. */
const TRIES = 5
const DUPLICATE_KEY = 11000

/**
 * Reads a stored price list to its end, group by group. A group's products, its outcomes and the counters are one
 * transaction that begins where the last one ended: a worker that is killed leaves whole groups behind, the next one
 * goes on after them, and two at once never write the same group. A preview does the same and writes no product.
 */
export function createRunImport(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  /** Writes the end of an import down, in its transaction. */
  readonly noteEnd?: Alongside
  readonly catalog: Pick<CatalogModule, 'findProductsByKeys' | 'writeProducts'>
  readonly imports: ImportRepository
  readonly files: ImportFileRepository
  readonly rows: ImportRowsRepository
}) {
  const { database, events, clock, catalog, imports, files, rows } = deps

  return async function runImport({ importId, run }: { readonly importId: string; readonly run: number }, signal: AbortSignal): Promise<void> {
    const begun = await begin(importId, run)
    if (begun === null) return
    try {
      await work(begun, signal)
    } catch (error) {
      if (error instanceof MovedOn) return
      if (signal.aborted || (error instanceof AppError && error.kind === 'unavailable')) throw error
      await fail(begun, error)
    }
  }

  async function begin(importId: string, run: number): Promise<ProductImport | null> {
    const found = await imports.find(importId)
    if (found === null || found.run !== run) return null
    const startedAt = found.startedAt ?? clock.now()
    if (found.preview) return imports.move(importId, { states: ['previewing'], run }, { startedAt })
    return imports.move(importId, { states: ['queued', 'running'], run }, { state: 'running', startedAt })
  }

  async function work(begun: ProductImport, signal: AbortSignal): Promise<void> {
    const { id, run, preview, lastLine } = begun
    const fields = begun.columns.map(({ field }) => field)
    const seen = new Map<string, number>()
    let from = lastLine
    let since = performance.now()
    // Lists and search are brought up to date while the next group is already being written.
    let telling = Promise.resolve()
    const follow = async (tell: () => Promise<void>): Promise<void> => {
      await telling
      telling = tell()
    }
    for await (const group of oneAhead(readRows(files.read(id)))) {
      const ready = group.map((row) => withRepeats(readRow(row, fields), seen))
      const to = ready.at(-1)?.row.line ?? from
      // Written down before this process began; only its products had to be remembered.
      if (to <= from) continue
      signal.throwIfAborted()
      await writeGroup(begun, ready, { from, to, since, follow })
      from = to
      since = performance.now()
      await events.publish(importProgressed, { importId: id })
    }
    await telling
    const states = [begun.state]
    const done = await database.transaction(async (tx) => {
      const moved = await imports.move(id, { states, run }, { state: preview ? 'previewed' : 'finished', finishedAt: clock.now() }, tx)
      if (moved !== null && !preview) await deps.noteEnd?.(tx, moved)
      return moved
    })
    if (done !== null) await events.publish(importFinished, { importId: id, state: done.state })
  }

  /** Each product once per file: of several rows the first good one counts. */
  function withRepeats(row: ReadRow, seen: Map<string, number>): ReadyRow {
    if (row.refused !== null) return { row, repeats: null }
    const key = keyOf(row.values)
    const repeats = seen.get(key) ?? null
    if (repeats === null) seen.set(key, row.line)
    return { row, repeats }
  }

  async function writeGroup(begun: ProductImport, ready: readonly ReadyRow[], { follow, ...step }: Step & { follow: (tell: () => Promise<void>) => Promise<void> }): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await database.transaction((tx) => writeOnce(tx, begun, ready, step), { follow })
        return
      } catch (error) {
        // Somebody created a product with one of these numbers meanwhile; now it is found.
        if ((error as { code?: unknown }).code !== DUPLICATE_KEY || attempt === TRIES) throw error
      }
    }
  }

  async function writeOnce(tx: Transaction, begun: ProductImport, ready: readonly ReadyRow[], { from, to, since }: Step): Promise<void> {
    const { id, run, state, preview } = begun
    const results = await decide(tx, begun, ready)
    const counts = countsOf(results.map(({ result }) => result), performance.now() - since)
    if (!(await imports.advance(tx, { id, run, state, from, to, counts }))) throw new MovedOn()
    const final = preview ? results.map(({ result }) => result) : await write(tx, results)
    await rows.insert(tx, { importId: id, run, firstLine: from + 1, rows: final })
  }

  async function decide(tx: Transaction, { mode, blank, preview }: ProductImport, ready: readonly ReadyRow[]): Promise<Decided[]> {
    const good = ready.flatMap(({ row, repeats }) => (row.refused === null && repeats === null ? [row] : []))
    const found = await catalog.findProductsByKeys(tx, {
      skus: good.flatMap(({ values }) => values.sku ?? []),
      names: good.flatMap(({ values }) => (values.sku ? [] : (values.name ?? []))),
    })
    const bySku = new Map(found.map((product) => [product.sku, product]))
    const byName = new Map<string, Product[]>()
    for (const product of found) byName.set(product.name, [...(byName.get(product.name) ?? []), product])
    const touched = new Set<number>()

    return ready.map(({ row, repeats }) => {
      if (row.refused !== null) return { decision: null, result: resultOf(row, row.refused) }
      if (repeats !== null) return { decision: null, result: resultOf(row, { outcome: 'failed', reason: `Line ${repeats} has the same ${row.values.sku ? 'sku' : 'brand and name'}.` }) }
      const candidates = row.values.sku ? [bySku.get(row.values.sku)].filter((product) => product !== undefined) : (byName.get(row.values.name ?? '') ?? [])
      const decision = decideRow(row, candidates, { mode, blank })
      if (decision.outcome === 'updated' && touched.has(decision.product.id)) {
        return { decision: null, result: resultOf(row, { outcome: 'failed', reason: 'A row before this one changes the same product.' }) }
      }
      if (decision.outcome === 'updated') touched.add(decision.product.id)
      return { decision, result: resultOfDecision(row, decision, preview) }
    })
  }

  /** Writes what was decided and completes the results with numbers and marks. */
  async function write(tx: Transaction, decided: readonly Decided[]): Promise<RowResult[]> {
    const create = decided.flatMap(({ decision }) => (decision?.outcome === 'created' ? [decision.content] : []))
    const change = decided.flatMap(({ decision }) => (decision?.outcome === 'updated' ? [{ id: decision.product.id, set: decision.set }] : []))
    const createdIds = create.length + change.length === 0 ? [] : await catalog.writeProducts(tx, { create, change })
    let next = 0
    return decided.map(({ decision, result }) => {
      if (decision?.outcome === 'created') return { ...result, productId: createdIds[next++] ?? null, mark: markWithStockOf(decision.content) }
      if (decision?.outcome === 'updated') return { ...result, mark: markOf({ ...decision.product, ...decision.set }) }
      return result
    })
  }

  /** An error that was no outage is tried again a few times; then the import ends and says so. */
  async function fail({ id, run }: ProductImport, error: unknown): Promise<void> {
    const refused = error instanceof FileRefused
    if (!refused && (await imports.countFault(id)) < MOST_FAULTS) throw error
    const problem = refused ? error.message : 'Something went wrong on our side. The rows so far are written down; send the file again to go on.'
    const failed = await database.transaction(async (tx) => {
      const moved = await imports.move(id, { states: ['previewing', 'queued', 'running'], run }, { state: 'failed', problem, finishedAt: clock.now() }, tx)
      if (moved !== null && !moved.preview) await deps.noteEnd?.(tx, moved)
      return moved
    })
    if (failed !== null) await events.publish(importFinished, { importId: id, state: 'failed' })
    throw new JobCannotSucceed(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** From which line to which, and since when (ms, monotonic) it is worked on. */
interface Step {
  readonly from: number
  readonly to: number
  readonly since: number
}

/** Has the next item made while the consumer waits for something else with the one before. */
async function* oneAhead<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      // In a turn of its own: first the consumer begins with this one.
      next = setImmediate().then(() => iterator.next())
      next.catch(() => {})
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

interface Decided {
  readonly decision: Decision | null
  readonly result: RowResult
}

function resultOf({ line, name }: ReadRow, { outcome, reason }: { readonly outcome: 'skipped' | 'failed'; readonly reason: string }): RowResult {
  return { line, name, outcome, reason, productId: null, warnings: [], changes: [], mark: null }
}

const SHOWN_OF_NEW = ['sku', 'brand', 'category', 'priceCents', 'stockQuantity'] as const

function resultOfDecision(row: GoodRow, decision: Decision, preview: boolean): RowResult {
  const { line, name } = row
  const plain = { line, name, outcome: decision.outcome, reason: null, productId: null, warnings: [], changes: [], mark: null } as const
  switch (decision.outcome) {
    case 'failed':
      return resultOf(row, decision as { outcome: 'failed'; reason: string })
    case 'created': {
      const { content, warnings } = decision
      // What is written can be looked at as a product; what would be written is shown here.
      const changes = preview ? SHOWN_OF_NEW.map((field) => ({ field, before: null, after: JSON.stringify(content[field]) })) : []
      return { ...plain, warnings, changes }
    }
    case 'unchanged':
      return { ...plain, name: name || decision.product.name, productId: decision.product.id }
    default:
      return { ...plain, name: name || decision.product.name, productId: decision.product.id, warnings: decision.warnings, changes: decision.changes }
  }
}

function countsOf(results: readonly RowResult[], workedMs: number): RowCounts {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, flagged: 0, rowsRead: results.length, workedMs: Math.round(workedMs) }
  for (const { outcome, warnings } of results) {
    counts[outcome] += 1
    if (warnings.length > 0) counts.flagged += 1
  }
  return counts
}
