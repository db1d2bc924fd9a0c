import type { HandledState, Reply } from '#platform/shared-kernel/handled-entry'

/** What became of a reply's mail. */
export type ReplyOutcome = Pick<Reply, 'state' | 'problem'>

interface Answered {
  readonly state: HandledState
  /** Oldest first. */
  readonly replies: readonly Reply[]
}

/**
 * What an entry becomes with what became of one of its replies. A sender who was sent nothing waits for an answer: the
 * entry is open again when its last word was not sent, and answered once that is on its way after all. What was sent stays
 * sent: a process that stood still may bring an older word of it.
 */
export function withOutcome({ state, replies }: Answered, replyId: string, outcome: ReplyOutcome): Partial<Answered> {
  const at = replies.findIndex(({ id }) => id === replyId)
  const before = replies[at]
  if (before === undefined || before.state === 'sent') return {}
  const changed = { replies: replies.with(at, { ...before, ...outcome }) }
  const hasLaterAnswer = replies.slice(at + 1).some((reply) => reply.state !== 'failed')
  if (outcome.state === 'failed' && state !== 'open' && !hasLaterAnswer) return { state: 'open', ...changed }
  if (outcome.state !== 'failed' && before.state === 'failed' && state === 'open')
    return { state: 'answered', ...changed }
  return changed
}
