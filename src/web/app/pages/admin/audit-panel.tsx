import { Download } from 'lucide-react'
import type { AuditEntry } from '#contracts/admin'
import { AuditTable } from '../../../features/admin-audit/components/audit-table.tsx'
import { useAddressQuery, usePageInRange, withQuery } from '../../../lib/use-address-query.ts'
import { useStaffList } from '../../../lib/use-staff-list.ts'
import { Async } from '../../../ui/async.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { TableOnTheWay } from './table-on-the-way.tsx'

const PAGE_SIZE = 50

/** The log behind "All access is logged": searched, paged, and taken along as CSV. */
export function AuditPanel() {
  const query = useAddressQuery()
  const search = query.get('search')
  const path = withQuery('/api/admin/audit', { search, limit: PAGE_SIZE, offset: (query.page - 1) * PAGE_SIZE })
  const { rows, total, error, isRefreshing, reload } = useStaffList<AuditEntry>(path)
  usePageInRange(query, rows?.length, total, PAGE_SIZE)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">Audit log</h2>
        <a
          href={withQuery('/api/admin/audit.csv', { search })}
          download
          className={buttonClass({ variant: 'quiet', size: 'small' })}
        >
          <Download aria-hidden="true" className="size-4" />
          Download CSV
        </a>
      </div>
      <SearchInput
        label="Search the audit log"
        placeholder="Action, product or order, address"
        value={search}
        onSearch={(text) => query.set({ search: text }, { replace: true })}
      />
      <Async
        data={rows}
        error={error}
        errorMessage="Failed to fetch the audit log"
        onRetry={() => void reload()}
        loading={<TableOnTheWay text="Loading audit log..." />}
        isEmpty={(entries) => entries.length === 0}
        empty={
          <EmptyState
            heading="h3"
            title="No entries found"
            description={search === '' ? 'Whatever staff do is written down here.' : 'Nothing matches the search.'}
            className="rounded border border-line bg-sheet"
          />
        }
      >
        {(entries) => (
          <>
            <AuditTable entries={entries} isRefreshing={isRefreshing} />
            <Pager
              page={query.page}
              pageSize={PAGE_SIZE}
              total={total}
              noun="entries"
              onPage={(page) => query.set({ page: page === 1 ? '' : String(page) })}
            />
          </>
        )}
      </Async>
    </div>
  )
}
