import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { JobCannotSucceed } from '#platform/jobs/jobs'
import type { Mailer } from '#platform/mail/mailer'
import { replyWritten } from '../../events.ts'
import { withOutcome, type ReplyOutcome } from '../domain/replies.ts'
import { InboxEntryNotFound } from '../errors.ts'
import type { InboxEntry } from '../inbox.api.ts'
import { replyMail } from '../mails/reply-mail.ts'
import { handledOf, type EntryStore } from '../use-cases/entry-store.ts'

const SENT: ReplyOutcome = { state: 'sent', problem: null }
const TOO_MANY: ReplyOutcome = {
  state: 'failed',
  problem: 'This address got too many emails within an hour. Wait an hour and try again, or call.',
}
const REFUSED: ReplyOutcome = { state: 'failed', problem: 'The mail server refused it. Check the address, or call.' }
const AWAY: ReplyOutcome = {
  state: 'waiting',
  problem: 'The mail server cannot be used; the shop tries again by itself.',
}
const GIVEN_UP: ReplyOutcome = {
  state: 'failed',
  problem: 'The mail server could not be used for too long. Try again, or call.',
}

/** Sends a reply of staff, and notes with it what became of it. */
export function sendReplyWhenItWasWritten(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly entries: EntryStore
}): void {
  const { database, events, mailer, entries } = deps

  async function note(reference: string, replyId: string, outcome: ReplyOutcome): Promise<void> {
    await database.transaction((tx) =>
      entries.change(tx, { reference }, (entry) => withOutcome(entry, replyId, outcome)),
    )
  }

  events.subscribe(replyWritten, 'send-reply-when-it-was-written', {
    queue: 'mail',
    async handle({ reference, replyId }, { jobId, isLast }) {
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
        const outcome = error instanceof JobCannotSucceed ? REFUSED : isLast(error) ? GIVEN_UP : AWAY
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
