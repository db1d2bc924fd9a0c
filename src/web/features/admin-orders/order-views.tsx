import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { classNames } from '../../lib/class-names.ts'
import { WAITING_FOR_RELEASE } from '../../lib/order-state.ts'
import { paths } from '../../lib/paths.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { AWAITS_RELEASE, OPEN_RETURNS } from './order-moves.ts'
import { spanLabel, type PlacedSpan } from './placed-span.ts'

interface OwnView extends PlacedSpan {
  readonly status: string
  readonly search: string
  /** As in the address: "oldest", or nothing for the newest first. */
  readonly sort: string
}

const MAX_OWN_VIEWS = 8

/** Views that somebody saved in this browser. */
const ownViews = storedAtom<readonly OwnView[]>('staff-order-views', [], (stored) =>
  Array.isArray(stored) ? stored.flatMap(readOwnView).slice(0, MAX_OWN_VIEWS) : null,
)

const VIEWS = [
  { status: '', label: 'All', sort: '' },
  { status: 'pending', label: 'To process', sort: 'oldest' },
  { status: AWAITS_RELEASE, label: WAITING_FOR_RELEASE, sort: 'oldest' },
  { status: 'processing', label: 'To ship', sort: 'oldest' },
  { status: 'shipped', label: 'Shipped', sort: '' },
  { status: 'delivered', label: 'Delivered', sort: '' },
  { status: 'cancelled', label: 'Cancelled', sort: '' },
  { status: OPEN_RETURNS, label: 'Open returns', sort: 'oldest' },
] as const

interface OrderViewsProps {
  readonly status: string
  readonly search: string
  readonly sort: string
  readonly span: PlacedSpan
  /** What waits in a view, by its status. */
  readonly counts: Readonly<Partial<Record<string, number>>>
}

/**
 * The views of the orders, each at its own address, with those that somebody saved in this browser. Where something is to
 * be done, those that wait longest come first.
 */
export function OrderViews({ status, search, sort, span, counts }: OrderViewsProps) {
  const [own, setOwn] = useStored(ownViews)
  const keyed = useStaffKeys()
  const shown: OwnView = { status, search, sort, ...span }
  const isNarrowed = search !== '' || spanLabel(span) !== null
  const isOwn = own.some((view) => nameOf(view) === nameOf(shown))
  const canSave = isNarrowed && !isOwn && own.length < MAX_OWN_VIEWS
  return (
    <nav aria-label="Views" className="-mx-1 flex items-center gap-1 overflow-x-auto px-1 py-1 [scrollbar-width:thin]">
      {VIEWS.map((view, index) => (
        <Link
          key={view.status}
          {...keyed(`view${index + 1}`)}
          to={paths.room('orders', { status: view.status, sort: view.sort })}
          aria-current={view.status === status && !isNarrowed ? 'page' : undefined}
          className={viewClass(view.status === status && !isNarrowed)}
        >
          {view.label}
          {(counts[view.status] ?? 0) > 0 && (
            <span className="ml-1.5 text-xs font-normal tabular-nums opacity-80">{counts[view.status]}</span>
          )}
        </Link>
      ))}
      {own.map((view) => {
        const isOpen = nameOf(view) === nameOf(shown)
        return (
          <span key={nameOf(view)} className="flex shrink-0 items-center">
            <Link
              to={paths.room('orders', { ...view })}
              aria-current={isOpen ? 'page' : undefined}
              className={viewClass(isOpen)}
            >
              {nameOf(view)}
            </Link>
            <IconButton
              label={`Remove the view ${nameOf(view)}`}
              className="size-8 pointer-coarse:size-11"
              onClick={() => setOwn((views) => views.filter((each) => nameOf(each) !== nameOf(view)))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </span>
        )
      })}
      {canSave && (
        <Button variant="ghost" size="small" className="shrink-0" onClick={() => setOwn((views) => [...views, shown])}>
          Save as view
        </Button>
      )}
    </nav>
  )
}

function viewClass(isOpen: boolean): string {
  return classNames(
    'inline-flex min-h-9 shrink-0 items-center rounded-full border px-3.5 text-sm whitespace-nowrap no-underline pointer-coarse:min-h-11',
    isOpen ? 'border-ink bg-ink font-semibold text-paper' : 'border-edge text-ink hover:bg-wash',
  )
}

/** "“Karen”, To ship, Last 7 days", in whatever order. */
function nameOf({ status, search, ...span }: OwnView): string {
  const label = status === '' ? undefined : VIEWS.find((view) => view.status === status)?.label
  return [search === '' ? undefined : `“${search}”`, label, spanLabel(span)].filter(Boolean).join(', ')
}

function readOwnView(stored: unknown): OwnView[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { status, search, sort, placed, from, to } = stored as Readonly<Record<string, unknown>>
  if (typeof status !== 'string' || typeof search !== 'string') return []
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const view = { status, search, sort: text(sort), placed: text(placed), from: text(from), to: text(to) }
  return nameOf(view) === '' ? [] : [view]
}
