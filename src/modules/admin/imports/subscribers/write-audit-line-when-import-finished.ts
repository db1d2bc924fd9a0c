import type { EventBus } from '#platform/events/event-bus'
import type { AuditLog } from '../../audit/audit.api.ts'
import { importFinished } from '../../events.ts'
import { endEntry } from '../rules/audit-entries.ts'
import type { GetImport } from '../use-cases/get-import.ts'

/** Writes no line for previews, which change nothing, nor for canceled imports, which are logged when staff cancel. */
export function writeAuditLineWhenImportFinished(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly audit: Pick<AuditLog, 'recordOnce'>
  readonly getImport: GetImport
}): void {
  const { events, audit, getImport } = deps
  events.subscribe(importFinished, 'write-audit-line-when-import-finished', {
    queue: 'housekeeping',
    when: ({ state, preview }) => !preview && (state === 'finished' || state === 'failed' || state === 'undone'),
    async handle({ importId, state }, context) {
      await audit.recordOnce(context, endEntry(await getImport(importId), state))
    },
  })
}
