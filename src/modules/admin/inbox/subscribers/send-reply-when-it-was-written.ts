import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Reply } from '#platform/handled-entry'
import { JobCannotSucceed } from '#platform/jobs/jobs'
import type { Mailer } from '#platform/mail/mailer'
import { replyWritten } from '../../events.ts'
import { InboxEntryNotFound } from '../errors.ts'
import type { InboxEntry } from '../inbox.api.ts'
import { replyMail } from '../mails/reply-mail.ts'
import { handledOf, type EntryStore } from '../use-cases/entry-store.ts'

type Outcome = Pick<Reply, 'state' | 'problem'>

const SENT: Outcome = { state: 'sent', problem: null }
const TOO_MANY: Outcome = {
  state: 'failed',
  problem: 'This address got too many emails within an hour. Wait an hour and send it again, or call.',
}
const REFUSED: Outcome = { state: 'failed', problem: 'The mail server refused it. Check the address, or call.' }
const AWAY: Outcome = { state: 'waiting', problem: 'The mail server cannot be used; the shop tries again by itself.' }

/** Sends a reply of staff, and notes with it what became of it. */
export function sendReplyWhenItWasWritten(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly entries: EntryStore
}): void {
  const { database, events, mailer, entries } = deps

  async function note(reference: string, replyId: string, outcome: Outcome): Promise<void> {
    await database.transaction((tx) =>
      entries.change(tx, { reference }, ({ replies }) => ({
        replies: replies.map((reply) => (reply.id === replyId ? { ...reply, ...outcome } : reply)),
      })),
    )
  }

  events.subscribe(replyWritten, 'send-reply-when-it-was-written', {
    queue: 'mail',
    async handle({ reference, replyId }, { jobId }) {
      const entry = await find(reference)
      if (entry === null || entry.kind === 'erasure') return
      const { email, replies } = handledOf(entry)
      const reply = replies.find(({ id }) => id === replyId)
      // Without them the person was erased in the meantime.
      if (reply === undefined || email === null || reply.state === 'sent') return
      try {
        const isSent = await mailer.send(jobId, replyMail(entry, reply, email))
        await note(reference, replyId, isSent ? SENT : TOO_MANY)
      } catch (error) {
        const outcome = error instanceof JobCannotSucceed ? REFUSED : AWAY
        if (reply.state !== outcome.state) await note(reference, replyId, outcome)
        throw error
      }
    },
  })

  async function find(reference: string): Promise<InboxEntry | null> {
    try {
      return await entries.get(reference)
    } catch (error) {
      if (error instanceof InboxEntryNotFound) return null
      throw error
    }
  }
}
