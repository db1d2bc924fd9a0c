import type { InboxEntry, InboxReply } from '#contracts/messages'
import { formatTime } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'

const STATES: Readonly<
  Record<InboxReply['state'], { readonly label: string; readonly tone: 'good' | 'plain' | 'sell' }>
> = {
  sending: { label: 'Being sent', tone: 'plain' },
  waiting: { label: 'Waits', tone: 'plain' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Not sent', tone: 'sell' },
}

/** What the sender wrote, and what staff answered. */
export function Thread({ entry }: { readonly entry: InboxEntry }) {
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
            {entry.replies.map(({ id, at, by, text, state, problem }) => (
              <li
                key={id}
                className="grid gap-2 rounded border border-line border-l-4 border-l-cyan bg-sheet p-4 text-sm"
              >
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
                  <span>
                    <b className="font-semibold text-ink">{by}</b>, {formatTime(at)}
                  </span>
                  <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
                </p>
                <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
                {problem !== null && <p className="font-medium text-magenta">{problem}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}
