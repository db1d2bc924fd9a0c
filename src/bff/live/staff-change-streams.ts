import { CHANGED_KINDS, type ChangedKind, type ChangedThing } from '#contracts/changes'
import { mayDo, STAFF_ROLES, type StaffRole } from '#contracts/staff-roles'
import type { AdminModule } from '#modules/admin'
import {
  importFinished,
  importProgressed,
  inboxChanged,
  messageReceived,
  staffAccessChanged,
} from '#modules/admin/events'
import { productsChanged } from '#modules/catalog/events'
import { privacyRequestChanged } from '#modules/identity/events'
import {
  addressCorrected,
  orderChanged,
  orderNoted,
  orderPlaced,
  orderRefunded,
  orderReleased,
  orderStatusChanged,
  returnChanged,
} from '#modules/orders/events'
import type { EventDefinition } from '#platform/events/define-event'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/log/logger'
import type { EventStream } from './event-stream.ts'
import { createLiveChannel, type Update } from './live-channel.ts'

/** The shortest time between two events of a page, in ms; changes in between go out together. */
const MIN_PAUSE_MS = 250
/** When more things of a kind change at once, the page hears that any of them may have. */
const MAX_NAMED = 100
/** Few people are staff, and those with the same thing open should know of each other soon after a process has died. */
const RETRY_MS = 1000

export interface StaffChangeStreams {
  /**
   * Opens a stream that sends `start` once it hears of changes, and then `changes` with what changed, in any process.
   * After `start` a page reads again what it shows, because a change may have come before it.
   * @param token the staff session's token; the stream ends with the session, and with the role that it has now
   */
  open(role: StaffRole, token: string): EventStream
  /** Ends every stream, so that the process can end. */
  close(): void
}

const START: Update = { event: 'start', read: () => Promise.resolve('{}') }

/**
 * Notifies open pages of the back office of what others change. A page hears only of kinds that its role may see, and
 * only that something changed: it reads the thing by the call that checks the permission.
 */
export function createStaffChangeStreams(deps: {
  readonly admin: Pick<AdminModule, 'staff' | 'presence'>
  readonly events: Pick<EventBus, 'listen' | 'onResync'>
  readonly logger: Logger
}): StaffChangeStreams {
  const { admin, events, logger } = deps
  const channel = createLiveChannel({
    name: 'staff-changes',
    isSessionOpen: async (token, role) => (await admin.staff.findSession(token))?.person.role === role,
    pauseMs: MIN_PAUSE_MS,
    retryMs: RETRY_MS,
    logger,
  })
  const waiting = new Map(STAFF_ROLES.map((role) => [role, createWaitingChanges()]))

  function notify(kind: ChangedKind, things: readonly Omit<ChangedThing, 'kind'>[]): void {
    for (const [role, changes] of waiting) {
      if (channel.countOf(role) === 0 || !mayDo(role, CHANGED_KINDS[kind])) continue
      for (const thing of things) changes.add({ kind, ...thing })
      channel.notify(role, 'changes', { event: 'changes', read: async () => JSON.stringify(changes.take()) })
    }
  }

  function notifyOf<Payload>(
    event: EventDefinition<Payload>,
    kind: ChangedKind,
    thingsOf: (payload: Payload) => readonly Omit<ChangedThing, 'kind'>[],
  ): void {
    events.listen(event, 'bff.notify-staff-of-changes', ({ payload }) => notify(kind, thingsOf(payload)))
  }

  for (const event of [
    orderPlaced,
    orderReleased,
    orderChanged,
    orderStatusChanged,
    orderNoted,
    orderRefunded,
    addressCorrected,
    returnChanged,
  ])
    notifyOf<{ readonly orderId: number }>(event, 'order', ({ orderId }) => [{ id: String(orderId), version: null }])
  notifyOf(productsChanged, 'product', ({ productIds }) =>
    (productIds ?? [null]).map((id) => ({ id: id === null ? null : String(id), version: null })),
  )
  for (const event of [importProgressed, importFinished])
    notifyOf<{ readonly importId: string }>(event, 'import', ({ importId }) => [{ id: importId, version: null }])
  notifyOf(inboxChanged, 'inbox', ({ reference, version }) => [{ id: reference, version }])
  for (const event of [messageReceived, privacyRequestChanged])
    notifyOf<{ readonly reference: string }>(event, 'inbox', ({ reference }) => [{ id: reference, version: null }])

  // A page that hears of it reports itself again, which is no change in turn.
  admin.presence.onChange(({ kind, id }) => notify(`people-at-${kind}`, [{ id, version: null }]))
  notifyOf(staffAccessChanged, 'staff', ({ personId }) => [{ id: personId, version: null }])
  events.listen(staffAccessChanged, 'bff.end-change-streams-of-ended-access', () => channel.endClosed())
  events.onResync('bff.notify-staff-of-missed-changes', () => channel.notifyAll('start', () => START))

  return {
    open: (role, token) => channel.open(role, token, START),
    close: () => channel.close(),
  }
}

/** Changes that are not sent yet, each thing once with its newest version. */
function createWaitingChanges() {
  const byThing = new Map<string, ChangedThing>()
  const countOf = (kind: ChangedKind) => [...byThing.values()].filter((thing) => thing.kind === kind).length
  return {
    add(thing: ChangedThing): void {
      const any = `${thing.kind} *`
      if (byThing.has(any)) return
      const key = thing.id === null ? any : `${thing.kind} ${thing.id}`
      if (key !== any && (byThing.has(key) || countOf(thing.kind) < MAX_NAMED)) {
        byThing.set(key, thing)
        return
      }
      for (const [known, { kind }] of byThing) if (kind === thing.kind) byThing.delete(known)
      byThing.set(any, { kind: thing.kind, id: null, version: null })
    },
    take(): readonly ChangedThing[] {
      const taken = [...byThing.values()]
      byThing.clear()
      return taken
    },
  }
}
