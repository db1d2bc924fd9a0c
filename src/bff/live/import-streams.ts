import { mayDo } from '#contracts/staff-roles'
import type { AdminModule } from '#modules/admin'
import { importFinished, importProgressed, staffAccessChanged } from '#modules/admin/events'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/log/logger'
import { presentImport } from '../presenters/import.ts'
import type { EventStream } from './event-stream.ts'
import { createLiveChannel, type Update } from './live-channel.ts'

/** An import progresses many times a second, faster than anyone can read. */
const MIN_PAUSE_MS = 250

export interface ImportStreams {
  /**
   * Opens a stream that sends `import` with the whole state immediately and after each step, in any process.
   * @param token the staff session's token; the stream ends with the session
   */
  open(importId: string, token: string): EventStream
  /** Ends every stream, so that the process can end. */
  close(): void
}

/** Sends the progress of imports to open dashboards. */
export function createImportStreams(deps: {
  readonly admin: Pick<AdminModule, 'imports' | 'staff'>
  readonly events: EventBus
  readonly logger: Logger
}): ImportStreams {
  const { admin, events, logger } = deps
  const channel = createLiveChannel({
    name: 'imports',
    async isSessionOpen(token) {
      const session = await admin.staff.findSession(token)
      return session !== null && mayDo(session.person.role, 'imports.read')
    },
    pauseMs: MIN_PAUSE_MS,
    logger,
  })

  const stateOf = (importId: string): Update => ({
    event: 'import',
    async read() {
      return JSON.stringify(presentImport(admin.imports, await admin.imports.get(importId)))
    },
  })
  const update = (importId: string) => channel.notify(importId, 'import', stateOf(importId))

  events.listen(importProgressed, 'bff.update-open-imports-of-progress', ({ payload }) => update(payload.importId))
  events.listen(importFinished, 'bff.update-open-imports-of-the-end', ({ payload }) => update(payload.importId))
  events.listen(staffAccessChanged, 'bff.end-streams-of-ended-access', () => channel.endClosed())
  events.onResync('bff.update-open-imports', () => channel.notifyAll('import', stateOf))

  return {
    open: (importId, token) => channel.open(importId, token, stateOf(importId)),
    close: () => channel.close(),
  }
}
