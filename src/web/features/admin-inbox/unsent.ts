import type { InboxEntry, InboxReply } from '#contracts/inbox'

/** The replies that the sender did not get and that no later one has made up for. */
export function unsentOf({ replies }: Pick<InboxEntry, 'replies'>): readonly InboxReply[] {
  return replies.slice(replies.findLastIndex(({ state }) => state !== 'failed') + 1)
}
