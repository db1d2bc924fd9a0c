import type { AdminModule, ProductImport } from '#modules/admin'
import { importFinished, importProgressed } from '#modules/admin/events'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/logger'
import { presentImport } from '../presenters/import.ts'
import { openEventStream, type EventStream } from './event-stream.ts'

const HEARTBEAT_MS = 15_000
/** An import makes several steps a second; nobody can read more than this. */
const SHORTEST_PAUSE_MS = 250

interface Watcher {
  readonly importId: string
  readonly token: string
  readonly stream: EventStream
  /** What is being told, so that states never overtake each other. */
  turn: Promise<void>
  isDue: boolean
}

export interface ImportStreams {
  /** Opens a stream: `import` with the whole state at once and after each step, in whichever process it is made. */
  open(importId: string, token: string): EventStream
  /** Ends every stream, so that the process can end. */
  close(): void
}

/** The progress of imports for open dashboards. A stream ends with the staff session that opened it. */
export function createImportStreams(deps: {
  readonly admin: Pick<AdminModule, 'imports' | 'staff'>
  readonly events: EventBus
  readonly logger: Logger
}): ImportStreams {
  const { admin, events, logger } = deps
  const watchers = new Set<Watcher>()
  let isClosed = false

  /** Reads the state anew for one page; steps that come meanwhile are told together. */
  function tell(watcher: Watcher): void {
    if (watcher.isDue) return
    watcher.isDue = true
    watcher.turn = watcher.turn.then(async () => {
      watcher.isDue = false
      if (!watchers.has(watcher)) return
      try {
        const found: ProductImport = await admin.imports.get(watcher.importId)
        watcher.stream.send('import', presentImport(found, admin.imports.keptUntil(found)))
      } catch (error) {
        logger.warn({ err: error }, 'the state of an import was not read; its stream ends')
        watcher.stream.end()
      }
      await pause(SHORTEST_PAUSE_MS)
    })
  }

  function tellOf(importId: string): void {
    for (const watcher of watchers) if (watcher.importId === importId) tell(watcher)
  }

  async function endWithoutSession(): Promise<void> {
    for (const watcher of watchers) if ((await admin.staff.findSession(watcher.token)) === null) watcher.stream.end()
  }

  const heart = setInterval(() => {
    for (const { stream } of watchers) stream.beat()
    endWithoutSession().catch((error: unknown) =>
      logger.warn({ err: error }, 'the staff sessions of open streams were not checked'),
    )
  }, HEARTBEAT_MS)
  heart.unref()

  events.listen(importProgressed, 'bff.tell-open-dashboards-of-progress', ({ payload }) => tellOf(payload.importId))
  events.listen(importFinished, 'bff.tell-open-dashboards-of-the-end', ({ payload }) => tellOf(payload.importId))
  events.onResync('bff.tell-open-dashboards-everything', () => {
    for (const watcher of watchers) tell(watcher)
  })

  return {
    open(importId, token) {
      const watcher: Watcher = { importId, token, stream: openEventStream(), turn: Promise.resolve(), isDue: false }
      watchers.add(watcher)
      watcher.stream.onEnd(() => watchers.delete(watcher))
      if (isClosed) watcher.stream.end()
      else tell(watcher)
      return watcher.stream
    },
    close() {
      isClosed = true
      clearInterval(heart)
      for (const { stream } of watchers) stream.end()
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
