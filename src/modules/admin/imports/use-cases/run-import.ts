import { setImmediate } from 'node:timers/promises'
import type { CatalogModule, Product, ProductKeys } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database, Transaction } from '#platform/database/database'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors'
import type { EventBus } from '#platform/events/event-bus'
import { JobCannotSucceed } from '#platform/jobs/jobs'
import { FileRefused } from '../errors.ts'
import type { AuditLog } from '../../audit/audit.api.ts'
import { importFinished, importProgressed } from '../../events.ts'
import type { ProductImport, RowResult } from '../import.ts'
import type { ImportFileRepository } from '../persistence/import-file.repository.ts'
import type { ImportRowsRepository } from '../persistence/import-rows.repository.ts'
import type { ImportRepository, RowCounts } from '../persistence/import.repository.ts'
import { readRows } from '../reading/read-file.ts'
import { endEntry } from '../rules/audit-entries.ts'
import { decideGroup, keysOf, withRepeats, type Decided, type ReadyRow } from '../rules/decide-group.ts'
import { readRow } from '../rules/read-row.ts'

/** Somebody else went on with the import, or stopped it. */
class MovedOn extends Error {
  override readonly name = 'MovedOn'
}

/** Rows that are written together. */
interface Group {
  readonly rows: readonly ReadyRow[]
  /** Its last line. */
  readonly to: number
  readonly keys: ProductKeys
  /** What was decided before its turn, and by which products; null when only its transaction can tell. */
  readonly ahead: { readonly found: readonly Product[]; readonly decided: readonly Decided[] } | null
}

/** A group's turn: behind which line, since when its time counts (ms, monotonic), and what to begin as soon as the database is at work. */
interface Turn {
  readonly from: number
  readonly since: number
  whileWriting(): void
}

const MOST_FAULTS = 3
/** How often a group is begun anew because a product with its number appeared meanwhile. */
const TRIES = 5

/** Runs the job of one reading of an import; does nothing when a newer reading has begun, or the import is over. */
export type RunImport = (job: { readonly importId: string; readonly run: number }, signal: AbortSignal) => Promise<void>

/**
 * Reads a stored price list to its end, group by group. A group's products, its outcomes and the counters are one
 * transaction that begins where the last one ended: a worker that is killed leaves whole groups behind, the next one
 * goes on after them, and two at once never write the same group. A preview does the same and writes no product.
 *
 * While the database writes a group, the next one is read and decided by the products as they are then, and lists and
 * search learn of the one before. The group's own transaction asks whether the products still are the same; if they are
 * not, it decides anew by what it sees itself.
 */
export function createRunImport(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly catalog: Pick<CatalogModule, 'findProductsByKeys' | 'areUnchanged' | 'writeProducts'>
  readonly imports: ImportRepository
  readonly files: ImportFileRepository
  readonly rows: ImportRowsRepository
}): RunImport {
  const { database, events, clock, catalog, imports, files, rows } = deps

  return async function runImport({ importId, run }, signal) {
    const begun = await begin(importId, run)
    if (begun === null) return
    try {
      await work(begun, signal)
    } catch (error) {
      if (error instanceof MovedOn) return
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
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
    const { id, run, preview } = begun
    await writeGroups(begun, signal)
    const states = [begun.state]
    await database.transaction(async (tx) => {
      const moved = await imports.move(
        id,
        { states, run },
        { state: preview ? 'previewed' : 'finished', finishedAt: clock.now() },
        tx,
      )
      if (moved !== null && !preview) await deps.audit.record(tx, endEntry(moved))
      if (moved !== null) await events.publish(tx, importFinished, { importId: id, state: moved.state })
    })
  }

  async function writeGroups(begun: ProductImport, signal: AbortSignal): Promise<void> {
    const groups = prepare(begun)
    let next = groups.next()
    let from = begun.lastLine
    let since = performance.now()
    // What is to be told of the last group, and the telling that is under way.
    let tell = async (): Promise<void> => {}
    let told = Promise.resolve()
    try {
      for (;;) {
        const { done, value: group } = await next
        if (done === true) return
        signal.throwIfAborted()
        let begunMeanwhile = false
        const whileWriting = (): void => {
          if (begunMeanwhile) return
          begunMeanwhile = true
          told = setImmediate().then(tell)
          tell = async () => {}
          next = setImmediate().then(() => groups.next())
          next.catch(() => {})
        }
        const follow = async (followUp: () => Promise<void>): Promise<void> => {
          await told
          tell = followUp
        }
        since = await writeGroup(begun, group, { from, since, whileWriting }, follow)
        whileWriting()
        from = group.to
      }
    } finally {
      await told
      await tell()
      await groups.return()
    }
  }

  /** The groups that are not written down yet. */
  async function* prepare(begun: ProductImport): AsyncGenerator<Group, void> {
    const fields = begun.columns.map(({ field }) => field)
    const seen = new Map<string, number>()
    for await (const read of readRows(files.read(begun.id))) {
      await setImmediate()
      const rows = read.map((row) => withRepeats(readRow(row, fields), seen))
      const to = rows.at(-1)?.row.line ?? 0
      // Written down before this process began; only its products had to be remembered.
      if (to <= begun.lastLine) continue
      const keys = keysOf(rows)
      // Two products may have one name: that nobody added another one since can only be told by looking again.
      const found = keys.names.length > 0 ? null : await catalog.findProductsByKeys(null, keys)
      await setImmediate()
      yield { rows, to, keys, ahead: found && { found, decided: decideGroup(begun, rows, found) } }
    }
  }

  /** Answers up to when (ms, monotonic) the time is counted. */
  async function writeGroup(
    begun: ProductImport,
    group: Group,
    turn: Turn,
    follow: (followUp: () => Promise<void>) => Promise<void>,
  ): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      const ahead = attempt === 1 ? group.ahead : null
      try {
        return await database.transaction((tx) => writeOnce(tx, begun, { ...group, ahead }, turn), { follow })
      } catch (error) {
        // Somebody created a product with one of these numbers meanwhile; now it is found.
        if (!(error instanceof AppError && error.code === 'SKU_TAKEN') || attempt === TRIES) throw error
      }
    }
  }

  async function writeOnce(
    tx: Transaction,
    begun: ProductImport,
    group: Group,
    { from, since, whileWriting }: Turn,
  ): Promise<number> {
    const { id, run, state, preview } = begun
    const decided = await decide(tx, begun, group)
    const writing = preview ? decided.map(({ result }) => result) : write(tx, decided)
    whileWriting()
    const results = await writing
    // After the products, for whoever wants to stop the import waits for this transaction from here on.
    const countedAt = performance.now()
    const counts = countsOf(results, countedAt - since)
    if (!(await imports.advance(tx, { id, run, state, from, to: group.to, counts }))) throw new MovedOn()
    await rows.insert(tx, { importId: id, run, preview, firstLine: from + 1, rows: results })
    await events.publish(tx, importProgressed, { importId: id })
    return countedAt
  }

  async function decide(
    tx: Transaction,
    begun: ProductImport,
    { rows, keys, ahead }: Group,
  ): Promise<readonly Decided[]> {
    if (ahead !== null && (await catalog.areUnchanged(tx, ahead.found))) return ahead.decided
    return decideGroup(begun, rows, await catalog.findProductsByKeys(tx, keys))
  }

  /** Writes what was decided and completes the results with the new products' numbers. */
  async function write(tx: Transaction, decided: readonly Decided[]): Promise<RowResult[]> {
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

  /** An error that was no outage is tried again a few times; then the import ends and says so. */
  async function fail({ id, run }: ProductImport, error: unknown): Promise<void> {
    const refused = error instanceof FileRefused
    if (!refused && (await imports.countFault(id)) < MOST_FAULTS) throw error
    const problem = refused
      ? error.message
      : 'Something went wrong on our side. The rows so far are written down; send the file again to go on.'
    await database.transaction(async (tx) => {
      const moved = await imports.move(
        id,
        { states: ['previewing', 'queued', 'running'], run },
        { state: 'failed', problem, finishedAt: clock.now() },
        tx,
      )
      if (moved !== null && !moved.preview) await deps.audit.record(tx, endEntry(moved))
      if (moved !== null) await events.publish(tx, importFinished, { importId: id, state: 'failed' })
    })
    throw new JobCannotSucceed(error instanceof Error ? error.message : String(error), { cause: error })
  }
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
