import { ChevronDown, ChevronUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { SummaryCards } from '../../../features/admin-dashboard/summary-cards.tsx'
import { PERIODS, useSummary, type Period } from '../../../features/admin-dashboard/use-summary.ts'
import { AWAITS_RELEASE, OPEN_RETURNS } from '../../../features/admin-orders/order-moves.ts'
import { formatCount } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { storedAtom, useStored } from '../../../lib/storage.ts'
import { FailureNote } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ImportButton } from './import-button.tsx'

const PeriodStats = lazyPart(
  () => import('../../../features/admin-dashboard/period-stats.tsx').then((module) => module.PeriodStats),
  { pending: <PeriodStatsSkeleton /> },
)
const SearchMisses = lazyPart(() =>
  import('../../../features/admin-dashboard/search-misses.tsx').then((module) => module.SearchMisses),
)

/** Whether staff chose to see the statistics. null until they choose: then the width of the window decides. */
const areStatsShown = storedAtom<boolean | null>('mr-printer-admin-figures', null, (stored) =>
  typeof stored === 'boolean' ? stored : null,
)
const WIDE = '(min-width: 64rem)'

/** The first room: the summary cards and the statistics of a period (specification 2, section 2). */
export function OverviewPanel() {
  const navigate = useNavigate()
  const onStatus = (status: string) => void navigate(paths.room('orders', { status }))
  const onProduct = (name: string) => void navigate(paths.room('products', { search: name.slice(0, 100) }))
  const [period, setPeriod] = useState<Period>('30')
  const { data: summary, error, retry } = useSummary(period)
  const [chosen, setChosen] = useStored(areStatsShown)
  const [isWide] = useState(() => window.matchMedia(WIDE).matches)
  const isOpen = chosen ?? isWide

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RoomHead title="Admin Dashboard">
        <ImportButton />
        <Button size="small" onClick={() => void navigate(paths.room('products/new'))}>
          <Plus aria-hidden="true" className="size-4" />
          Add Product
        </Button>
      </RoomHead>
      {summary === undefined && error !== undefined ? (
        <FailureNote message="The figures could not be read" onRetry={retry} />
      ) : (
        <SummaryCards summary={summary} />
      )}
      {summary !== undefined && summary.awaitingRelease > 0 && (
        <Note className="flex flex-wrap items-center justify-between gap-3">
          <p>
            <strong>{formatCount(summary.awaitingRelease, 'order')} waiting for your release.</strong> Large orders stay
            pending and hold their pieces until somebody looks at them.
          </p>
          <Button size="small" variant="quiet" onClick={() => onStatus(AWAITS_RELEASE)}>
            Look at {summary.awaitingRelease === 1 ? 'it' : 'them'}
          </Button>
        </Note>
      )}
      {summary !== undefined && summary.openReturns > 0 && (
        <Note className="flex flex-wrap items-center justify-between gap-3">
          <p>
            <strong>{formatCount(summary.openReturns, 'order')} with an open return.</strong> Customers wait for the
            next step, and hear of it by mail.
          </p>
          <Button size="small" variant="quiet" onClick={() => onStatus(OPEN_RETURNS)}>
            Look at {summary.openReturns === 1 ? 'it' : 'them'}
          </Button>
        </Note>
      )}
      <div className="-mb-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-xl">Performance</h2>
        {isOpen && (
          <span className="w-44">
            <Select
              aria-label="Period"
              value={period}
              onChange={(event) => setPeriod(event.target.value as Period)}
              options={PERIODS}
            />
          </span>
        )}
        <Button
          variant="ghost"
          size="small"
          className="ml-auto"
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? 'Hide figures' : 'Show figures'}
          {isOpen ? (
            <ChevronUp aria-hidden="true" className="size-4" />
          ) : (
            <ChevronDown aria-hidden="true" className="size-4" />
          )}
        </Button>
      </div>
      {isOpen && (summary !== undefined || error === undefined) && (
        <>
          {summary === undefined ? (
            <PeriodStatsSkeleton />
          ) : (
            <PeriodStats summary={summary} onStatus={onStatus} onProduct={onProduct} />
          )}
          <SearchMisses period={period} />
        </>
      )}
    </div>
  )
}

function PeriodStatsSkeleton() {
  return (
    <div className="grid gap-3 lg:grid-cols-12" aria-busy="true">
      <Skeleton className="h-80 lg:col-span-6" />
      <Skeleton className="h-80 lg:col-span-3" />
      <Skeleton className="h-80 lg:col-span-3" />
    </div>
  )
}
