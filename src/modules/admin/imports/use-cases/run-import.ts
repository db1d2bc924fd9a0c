import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { withSparingHeap } from '#platform/process/heap-growth'
import type { EventBus } from '#platform/events/event-bus'
import { JobCannotSucceed } from '#platform/jobs/jobs'
import { importFinished } from '../../events.ts'
import { FileRefused } from '../errors.ts'
import type { ImportState, ProductImport } from '../import.ts'
import type { ImportRepository } from '../persistence/import.repository.ts'
import { runPipeline } from '../pipeline/pipeline.ts'
import type { LeaveList } from './leave-list.ts'
import type { PrepareGroups } from './prepare-groups.ts'
import { ImportTakenOver, type StartWriting } from './write-group.ts'

/** How many errors one group of rows may have before the import fails. */
const MAX_ERRORS = 3

/** Runs the job of one reading of an import; does nothing when a newer reading has begun, or the import is over. */
export type RunImport = (job: { readonly importId: string; readonly run: number }, signal: AbortSignal) => Promise<void>

/**
 * Reads a stored price list to its end, group by group: while the database writes a group, the next one is read and
 * decided, and the one before is announced to lists and search.
 */
export function createRunImport(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly imports: ImportRepository
  readonly prepareGroups: PrepareGroups
  readonly startWriting: StartWriting
  readonly leaveList: LeaveList
}): RunImport {
  const { database, events, clock, imports, prepareGroups, startWriting, leaveList } = deps

  return async function runImport({ importId, run }, signal) {
    const productImport = await begin(importId, run)
    if (productImport === null) return
    try {
      await withSparingHeap(() => runPipeline(prepareGroups(productImport), startWriting(productImport), signal))
      if (productImport.preview)
        await end(productImport, [productImport.state], {
          state: 'previewed',
          ...(await leaveList.count(productImport, signal)),
        })
      else {
        await leaveList.apply(productImport, signal)
        await end(productImport, [productImport.state], { state: 'finished' })
      }
    } catch (error) {
      if (error instanceof ImportTakenOver) return
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
      await fail(productImport, error)
    }
  }

  async function begin(importId: string, run: number): Promise<ProductImport | null> {
    const found = await imports.find(importId)
    if (found === null || found.run !== run) return null
    const startedAt = found.startedAt ?? clock.now()
    if (found.preview) return imports.move(importId, { states: ['previewing'], run }, { startedAt })
    return imports.move(importId, { states: ['queued', 'running'], run }, { state: 'running', startedAt })
  }

  /** After an error that is no outage, the job is tried again a few times; then the import fails with a message for staff. */
  async function fail(productImport: ProductImport, error: unknown): Promise<void> {
    const refused = error instanceof FileRefused
    if (!refused && (await imports.countError(productImport.id)) < MAX_ERRORS) throw error
    const rest = productImport.preview
      ? 'Nothing is written; send the file again.'
      : 'The rows so far are written down; send the file again to go on.'
    const problem = refused ? error.message : `Something went wrong on our side. ${rest}`
    await end(productImport, ['previewing', 'queued', 'running'], { state: 'failed', problem })
    throw new JobCannotSucceed(error instanceof Error ? error.message : String(error), { cause: error })
  }

  /** Ends the import, unless staff or another worker did. */
  async function end(
    { id, run }: ProductImport,
    states: readonly ImportState[],
    set: {
      readonly state: 'previewed' | 'finished' | 'failed'
      readonly problem?: string
      readonly left?: number
      readonly leftOf?: number
    },
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const ended = await imports.move(id, { states, run }, { ...set, finishedAt: clock.now() }, tx)
      if (ended === null) return
      await events.publish(tx, importFinished, { importId: id, state: set.state, preview: ended.preview })
    })
  }
}
