import type { InboxEntry } from '#contracts/inbox'
import { listenToRowKeys } from '../../ui/rows.ts'
import { kindLabel } from './due.ts'
import { EntryBadges } from './entry-badges.tsx'
import { shopTimeFormat } from '../../lib/format-shop-time.ts'

const times = shopTimeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Messages and privacy requests, each a line to open. */
export function InboxList({
  entries,
  onOpen,
}: {
  readonly entries: readonly InboxEntry[]
  readonly onOpen: (entry: InboxEntry) => void
}) {
  return (
    <ul ref={listenToRowKeys} className="grid sheet">
      {entries.map((entry) => (
        <li key={entry.id} data-row="" data-opens={entry.id} className="border-t border-line first:border-t-0">
          <button
            type="button"
            onClick={() => onOpen(entry)}
            className="grid w-full gap-x-4 gap-y-1 rounded px-4 py-3 text-left hover:bg-paper sm:grid-cols-[1fr_auto] sm:items-center"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="font-semibold wrap-anywhere max-sm:line-clamp-2 sm:truncate">{entry.subject}</span>
              <span className="text-sm wrap-anywhere text-soft sm:line-clamp-2">
                {kindLabel(entry.kind)} from{' '}
                <span className="inline-block max-w-full truncate align-bottom sm:max-w-40 lg:max-w-64">
                  {entry.from}
                </span>{' '}
                · <span className="inline-block">{entry.reference}</span> ·{' '}
                <span className="inline-block">{times(entry.receivedAt)} CT</span>
                {entry.assignee !== null && (
                  <>
                    {' '}
                    · with <b className="font-semibold text-ink">{entry.assignee}</b>
                  </>
                )}
              </span>
            </span>
            <EntryBadges entry={entry} />
          </button>
        </li>
      ))}
    </ul>
  )
}
