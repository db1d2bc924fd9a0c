import { z } from 'zod'
import { defineEvent } from '#platform/events/define-event'
import { DOINGS, PLACE_KINDS } from './presence/places.ts'

/** A visitor sent one of the forms; it is in the inbox under this reference. */
export const messageReceived = defineEvent('admin.message-received', z.object({ reference: z.string() }), {
  broadcast: true,
})

/** A message of the inbox was changed, answered or decided about; `version` is its new one. */
export const inboxChanged = defineEvent(
  'admin.inbox-changed',
  z.object({ reference: z.string(), version: z.int().nullable() }),
  { broadcast: true },
)

/** Staff answered an entry of the inbox; the mail goes out by a job. */
export const replyWritten = defineEvent('admin.reply-written', z.object({ reference: z.string(), replyId: z.string() }))

/** More rows of a price list are read; the state is in the database. */
export const importProgressed = defineEvent('admin.import-progressed', z.object({ importId: z.string() }), {
  broadcast: true,
})

/** An import or its undo has ended. */
export const importFinished = defineEvent(
  'admin.import-finished',
  z.object({
    importId: z.string(),
    state: z.enum(['previewed', 'finished', 'cancelled', 'failed', 'undone']),
    preview: z.boolean(),
  }),
  { broadcast: true },
)

/** A supplier's list was fetched, or could not be; what became of it is with the fetch. */
export const listFetched = defineEvent(
  'admin.list-fetched',
  z.object({ fetchId: z.string(), state: z.enum(['imported', 'unchanged', 'waits', 'failed']) }),
)

/** The owner invited somebody; the mail job makes the link. */
export const staffInvited = defineEvent(
  'admin.staff-invited',
  z.object({ personId: z.string(), invitationId: z.string() }),
)

/** Somebody's role, sessions or access changed, or everybody's (null): open streams look whether they may go on. */
export const staffAccessChanged = defineEvent(
  'admin.staff-access-changed',
  z.object({ personId: z.string().nullable() }),
  { broadcast: true },
)

/** Somebody of the staff has a page open, or has left it. `page` tells the pages of one session apart. */
export const presenceReported = defineEvent(
  'admin.presence-reported',
  z.object({
    kind: z.enum(PLACE_KINDS),
    id: z.string(),
    page: z.string(),
    doing: z.enum(DOINGS),
    sessionId: z.string(),
    person: z.object({ id: z.string(), name: z.string() }),
    /** A process of an earlier version says nothing of it. */
    isHidden: z.boolean().default(false),
    /** How long ago the page reported it, in ms: more than nothing where a process tells another what it knows. */
    ageMs: z.int().default(0),
  }),
  { broadcast: true },
)

/** A process wants to know who has what open: it has just started, or may have missed what others told. */
export const presenceAsked = defineEvent('admin.presence-asked', z.object({}), { broadcast: true })

/** What opens the gate for a person was changed or used; they hear of it by mail. */
export const staffSecurityChanged = defineEvent(
  'admin.staff-security-changed',
  z.object({
    personId: z.string(),
    change: z.enum([
      'password',
      'recovery-codes',
      'recovery-code-used',
      'passkey-added',
      'passkey-removed',
      'passkeys-removed',
    ]),
  }),
)
