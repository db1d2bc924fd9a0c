import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { SummaryCards } from '../../../features/admin-dashboard/summary-cards.tsx'
import { ToDoList } from '../../../features/admin-dashboard/to-do-list.tsx'
import { PERIODS, useSummary, type Period } from '../../../features/admin-dashboard/use-summary.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/staff-person.ts'
import { useToDo } from '../../../lib/use-to-do.ts'
import { Async, FailureNote } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
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

/** The first room: what waits for a person, then how the shop does (specification 2, section 2). */
export function OverviewPanel() {
  const navigate = useNavigate()
  const mayAdd = useMay('products.write')
  const toDo = useToDo()
  const [period, setPeriod] = useState<Period>('30')
  const { data: summary, error, retry } = useSummary(period)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RoomHead title="Admin Dashboard">
        <ImportButton />
        {mayAdd && (
          <Button size="small" onClick={() => void navigate(paths.room('products/new'))}>
            <Plus aria-hidden="true" className="size-4" />
            Add Product
          </Button>
        )}
      </RoomHead>
      <Async
        data={toDo.data}
        error={toDo.error}
        errorMessage="What waits could not be counted"
        onRetry={toDo.retry}
        loading={<Skeleton className="h-56" />}
      >
        {(counted) => <ToDoList toDo={counted} isCatalogEmpty={summary?.products === 0} />}
      </Async>
      {summary === undefined && error !== undefined ? (
        <FailureNote message="The figures could not be read" onRetry={retry} />
      ) : (
        <SummaryCards summary={summary} />
      )}
      <div className="-mb-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-xl">Performance</h2>
        <span className="w-44">
          <Select
            aria-label="Period"
            value={period}
            onChange={(event) => setPeriod(event.target.value as Period)}
            options={PERIODS}
          />
        </span>
      </div>
      {summary === undefined ? (
        error === undefined && <PeriodStatsSkeleton />
      ) : (
        <PeriodStats
          summary={summary}
          onStatus={(status) => void navigate(paths.room('orders', { status }))}
          onProduct={(name) => void navigate(paths.room('products', { search: name.slice(0, 100) }))}
        />
      )}
      <SearchMisses period={period} />
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
