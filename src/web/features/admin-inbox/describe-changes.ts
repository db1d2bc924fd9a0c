import type { InboxEntry } from '#contracts/inbox'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { STATE_OPTIONS } from './due.ts'

/** What somebody else did with an entry since it was shown, in sentences; of mails only that one could not be sent. */
export function describeChanges(before: InboxEntry, after: InboxEntry): readonly string[] {
  const known = new Set(before.replies.map(({ id }) => id))
  const answers = after.replies.filter(({ id }) => !known.has(id)).map(({ by }) => `${by} has answered.`)
  const sent = new Set(before.replies.filter(({ state }) => state !== 'failed').map(({ id }) => id))
  const unsent = after.replies.some(({ id, state }) => state === 'failed' && sent.has(id))
  const isNews = after.state !== before.state && answers.length === 0
  const notes = after.notes.length > before.notes.length ? ['There is a new note.'] : []
  const owner = after.assignee === null ? 'Nobody has it any more.' : `It is with ${after.assignee} now.`
  return [
    ...answers,
    ...(unsent ? [`A reply could not be sent. It is ${stateWord(after)} now.`] : []),
    ...(isNews && !unsent ? [`It is ${stateWord(after)} now.`] : []),
    ...(after.assignee === before.assignee ? [] : [owner]),
    ...(after.dueAt === before.dueAt ? [] : [`It is due ${formatShopTime(after.dueAt)} now.`]),
    ...notes,
  ]
}

function stateWord({ state }: InboxEntry): string {
  return STATE_OPTIONS.find(({ value }) => value === state)?.label.toLowerCase() ?? state
}
