import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { classNames } from '../../lib/class-names.ts'
import { paths } from '../../lib/paths.ts'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { AWAITS_RELEASE, OPEN_RETURNS } from './order-moves.ts'

interface OwnView {
  readonly status: string
  readonly search: string
}

const MOST_OWN_VIEWS = 8

/** Views that somebody saved in this browser. */
const ownViews = storedAtom<readonly OwnView[]>('staff-order-views', [], (stored) =>
  Array.isArray(stored) ? stored.filter(isOwnView).slice(0, MOST_OWN_VIEWS) : null,
)

const VIEWS = [
  { status: '', label: 'All' },
  { status: 'pending', label: 'To process' },
  { status: AWAITS_RELEASE, label: 'Waiting for release' },
  { status: 'processing', label: 'To ship' },
  { status: 'shipped', label: 'Shipped' },
  { status: 'delivered', label: 'Delivered' },
  { status: 'cancelled', label: 'Cancelled' },
  { status: OPEN_RETURNS, label: 'Open returns' },
] as const

interface OrderViewsProps {
  readonly status: string
  readonly search: string
  /** What waits in a view, by its status. */
  readonly counts: Readonly<Partial<Record<string, number>>>
}

/** The views of the orders, each at its own address, with those that somebody saved in this browser. */
export function OrderViews({ status, search, counts }: OrderViewsProps) {
  const [own, setOwn] = useStored(ownViews)
  const isOwn = own.some((view) => view.status === status && view.search === search)
  const canSave = search !== '' && !isOwn && own.length < MOST_OWN_VIEWS
  return (
    <nav aria-label="Views" className="-mx-1 flex items-center gap-1 overflow-x-auto px-1 py-1 [scrollbar-width:thin]">
      {VIEWS.map((view) => (
        <Link
          key={view.status}
          to={paths.room('orders', { status: view.status })}
          aria-current={view.status === status && search === '' ? 'page' : undefined}
          className={viewClass(view.status === status && search === '')}
        >
          {view.label}
          {(counts[view.status] ?? 0) > 0 && (
            <span className="ml-1.5 text-xs font-normal tabular-nums opacity-80">{counts[view.status]}</span>
          )}
        </Link>
      ))}
      {own.map((view) => {
        const isOpen = view.status === status && view.search === search
        return (
          <span key={`${view.status} ${view.search}`} className="flex shrink-0 items-center">
            <Link
              to={paths.room('orders', { ...view })}
              aria-current={isOpen ? 'page' : undefined}
              className={viewClass(isOpen)}
            >
              {nameOf(view)}
            </Link>
            <IconButton
              label={`Remove the view ${nameOf(view)}`}
              className="size-8"
              onClick={() => setOwn((views) => views.filter((each) => nameOf(each) !== nameOf(view)))}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </span>
        )
      })}
      {canSave && (
        <Button
          variant="ghost"
          size="small"
          className="shrink-0"
          onClick={() => setOwn((views) => [...views, { status, search }])}
        >
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

/** "Karen, To ship". */
function nameOf({ status, search }: OwnView): string {
  const label = VIEWS.find((view) => view.status === status)?.label
  return status === '' || label === undefined ? `“${search}”` : `“${search}”, ${label}`
}

function isOwnView(stored: unknown): stored is OwnView {
  if (typeof stored !== 'object' || stored === null || !('status' in stored) || !('search' in stored)) return false
  return typeof stored.status === 'string' && typeof stored.search === 'string' && stored.search !== ''
}
