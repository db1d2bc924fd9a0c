import type { AdminModule } from '#modules/admin'
import { importFinished, importProgressed } from '#modules/admin/events'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/logger'
import { presentImport } from '../presenters/import.ts'
import type { EventStream } from './event-stream.ts'
import { createLiveChannel, type Update } from './live-channel.ts'

/** An import makes several steps a second; nobody can read more than this. */
const SHORTEST_PAUSE_MS = 250

export interface ImportStreams {
  /**
   * Opens a stream: `import` with the whole state at once and after each step, in whichever process it is made.
   * @param token the staff session's; the stream ends with it
   */
  open(importId: string, token: string): EventStream
  /** Ends every stream, so that the process can end. */
  close(): void
}

/** The progress of imports for open dashboards. */
export function createImportStreams(deps: {
  readonly admin: Pick<AdminModule, 'imports' | 'staff'>
  readonly events: EventBus
  readonly logger: Logger
}): ImportStreams {
  const { admin, events, logger } = deps
  const channel = createLiveChannel({
    name: 'imports',
    isSessionOpen: async (token) => (await admin.staff.findSession(token)) !== null,
    pauseMs: SHORTEST_PAUSE_MS,
    logger,
  })

  const stateOf = (importId: string): Update => ({
    event: 'import',
    async read() {
      const found = await admin.imports.get(importId)
      return presentImport(found, admin.imports.keptUntil(found))
    },
  })
  const update = (importId: string) => channel.notify(importId, 'import', stateOf(importId))

  events.listen(importProgressed, 'bff.update-open-imports-of-progress', ({ payload }) => update(payload.importId))
  events.listen(importFinished, 'bff.update-open-imports-of-the-end', ({ payload }) => update(payload.importId))
  events.onResync('bff.update-open-imports', () => {
    for (const importId of channel.topics()) update(importId)
  })

  return {
    open: (importId, token) => channel.open(importId, token, stateOf(importId)),
    close: () => channel.close(),
  }
}
