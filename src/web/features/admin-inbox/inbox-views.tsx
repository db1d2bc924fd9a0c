import { Link } from 'react-router-dom'
import { classNames } from '../../lib/class-names.ts'
import { paths } from '../../lib/paths.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'

const VIEWS: readonly { readonly label: string; readonly query: Readonly<Record<string, string>> }[] = [
  { label: 'All', query: {} },
  { label: 'Open', query: { state: 'open' } },
  { label: 'Mine', query: { mine: 'true' } },
  { label: 'Overdue', query: { overdue: 'true' } },
  { label: 'Answered', query: { state: 'answered' } },
  { label: 'Closed', query: { state: 'closed' } },
]

interface InboxViewsProps {
  /** The parts of the address that choose a view. */
  readonly chosen: Readonly<Record<'state' | 'mine' | 'overdue', string>>
  /** What stays when the view changes. */
  readonly kept: Readonly<Record<string, string>>
  /** How many wait in a view, by its label. */
  readonly counts: Readonly<Partial<Record<string, number>>>
}

/** The views of the inbox, each at its own address. */
export function InboxViews({ chosen, kept, counts }: InboxViewsProps) {
  const keyed = useStaffKeys()
  return (
    <nav aria-label="Views" className="-mx-1 flex items-center gap-1 overflow-x-auto px-1 py-1 [scrollbar-width:thin]">
      {VIEWS.map(({ label, query }, index) => {
        const isOpen = Object.entries(chosen).every(([name, value]) => (query[name] ?? '') === value)
        return (
          <Link
            key={label}
            {...keyed(`view${index + 1}`)}
            to={paths.room('inbox', { ...kept, ...query })}
            aria-current={isOpen ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-9 shrink-0 items-center rounded-full border px-3.5 text-sm whitespace-nowrap no-underline pointer-coarse:min-h-11',
              isOpen ? 'border-ink bg-ink font-semibold text-paper' : 'border-edge text-ink hover:bg-wash',
            )}
          >
            {label}
            {(counts[label] ?? 0) > 0 && (
              <span className="ml-1.5 text-xs font-normal tabular-nums opacity-80">{counts[label]}</span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}
