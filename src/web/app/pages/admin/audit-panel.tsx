import { Download } from 'lucide-react'
import { AUDIT_PATH } from '#contracts/staff-paths'
import { AuditTable } from '../../../features/admin-audit/audit-table.tsx'
import { useAddressQuery } from '../../../lib/use-address-query.ts'
import { withQuery } from '../../../lib/with-query.ts'
import { useStaffPage } from '../../../lib/use-staff-list.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { StaffList } from '../../../ui/staff-list.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'

const PAGE_SIZE = 50

/** The log behind "All access is logged": searched, paged, and taken along as CSV. */
export function AuditPanel() {
  const query = useAddressQuery()
  const search = query.get('search')
  const list = useStaffPage(AUDIT_PATH, query, { filters: { search }, pageSize: PAGE_SIZE })
  return (
    <div className="grid gap-4">
      <RoomHead title="Audit log">
        <DownloadLink
          href={withQuery(`${AUDIT_PATH}.csv`, { search })}
          className={buttonClass({ variant: 'quiet', size: 'small' })}
          icon={<Download aria-hidden="true" className="size-4" />}
        >
          Download CSV
        </DownloadLink>
      </RoomHead>
      <SearchInput
        label="Search the audit log"
        placeholder="Action, product or order, address"
        value={search}
        onSearch={(text) => query.set({ search: text }, { replace: true })}
      />
      <StaffList
        list={list}
        noun="entries"
        errorMessage="Failed to fetch the audit log"
        empty={{
          title: 'No entries found',
          description: search === '' ? 'Whatever staff do is written down here.' : 'Nothing matches the search.',
        }}
      >
        {(entries) => <AuditTable entries={entries} isRefreshing={list.isRefreshing} />}
      </StaffList>
    </div>
  )
}
