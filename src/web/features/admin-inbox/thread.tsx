import type { ReactNode } from 'react'
import type { InboxEntry, InboxReply } from '#contracts/inbox'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { unsentOf } from './unsent.ts'

const STATES: Readonly<
  Record<InboxReply['state'], { readonly label: string; readonly tone: 'good' | 'plain' | 'sell' }>
> = {
  sending: { label: 'Being sent', tone: 'plain' },
  waiting: { label: 'Waits', tone: 'plain' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not sent', tone: 'sell' },
}

interface ThreadProps {
  readonly entry: InboxEntry
  /** What can be done about a reply that was not sent, as long as none was after it. */
  readonly renderUnsent?: (reply: InboxReply) => ReactNode
}

/** What the sender wrote, and what staff answered. */
export function Thread({ entry, renderUnsent }: ThreadProps) {
  const unsent = unsentOf(entry)
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2.5 sheet p-4 text-sm sm:grid-cols-[10rem_1fr]">
        {entry.fields.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="font-semibold">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere max-sm:mb-1.5">{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
      {entry.replies.length > 0 && (
        <section aria-label="Replies" className="grid gap-3">
          <h3 className="text-base">Replies</h3>
          <ol className="grid gap-3">
            {entry.replies.map((reply) => (
              <li
                key={reply.id}
                className="grid gap-2 rounded border border-line border-l-4 border-l-cyan bg-sheet p-4 text-sm"
              >
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
                  <span className="wrap-anywhere">
                    <b className="font-semibold text-ink">{reply.by}</b>, {formatShopTime(reply.at)}
                  </span>
                  <Badge tone={STATES[reply.state].tone}>{STATES[reply.state].label}</Badge>
                </p>
                <p className="whitespace-pre-wrap wrap-anywhere">{reply.text}</p>
                {reply.problem !== null && <p className="font-medium text-magenta">{reply.problem}</p>}
                {unsent.includes(reply) && renderUnsent?.(reply)}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}
