import { lazy, Suspense, useState } from 'react'
import type { InboxEntry } from '#contracts/messages'
import { InboxList } from '../../../features/admin-inbox/components/inbox-list.tsx'
import { KIND_OPTIONS, STATE_OPTIONS } from '../../../features/admin-inbox/due.ts'
import { useAddressQuery, usePageInRange, withQuery } from '../../../lib/use-address-query.ts'
import { useStaffList } from '../../../lib/use-staff-list.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { TableOnTheWay } from './table-on-the-way.tsx'

const EntryDialog = lazy(() =>
  import('../../../features/admin-inbox/components/entry-dialog.tsx').then((module) => ({
    default: module.EntryDialog,
  })),
)

const PAGE_SIZE = 25

/** Messages of the forms and privacy requests, with the time that the shop promised (design, section 6). */
export function InboxPanel() {
  const query = useAddressQuery()
  const [state, kind] = [query.get('state'), query.get('kind')]
  const path = withQuery('/api/admin/inbox', { state, kind, limit: PAGE_SIZE, offset: (query.page - 1) * PAGE_SIZE })
  const { rows, total, error, reload } = useStaffList<InboxEntry>(path, { everyMs: 60_000 })
  usePageInRange(query, rows?.length, total, PAGE_SIZE)
  const [opened, setOpened] = useState<InboxEntry | null>(null)
  const isFiltered = state !== '' || kind !== ''
  return (
    <div className="grid gap-4">
      <h2 className="text-2xl">Inbox</h2>
      <div className="grid gap-3 sm:grid-cols-[12rem_14rem]">
        <Select
          aria-label="State"
          value={state}
          onChange={(event) => query.set({ state: event.target.value })}
          options={[{ value: '', label: 'Any state' }, ...STATE_OPTIONS]}
        />
        <Select
          aria-label="Kind"
          value={kind}
          onChange={(event) => query.set({ kind: event.target.value })}
          options={[{ value: '', label: 'All kinds' }, ...KIND_OPTIONS]}
        />
      </div>
      <Async
        data={rows}
        error={error}
        errorMessage="Failed to fetch the inbox"
        onRetry={() => void reload()}
        loading={<TableOnTheWay text="Loading inbox..." />}
        isEmpty={(entries) => entries.length === 0}
        empty={
          <EmptyState
            heading="h3"
            title="Nothing here"
            description={
              isFiltered ? 'No message or request matches the filters.' : 'Messages and privacy requests appear here.'
            }
            className="rounded border border-line bg-sheet"
          >
            {isFiltered && (
              <Button variant="quiet" onClick={() => query.set({ state: '', kind: '' })}>
                Show everything
              </Button>
            )}
          </EmptyState>
        }
      >
        {(entries) => (
          <>
            <InboxList entries={entries} onOpen={setOpened} />
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
      {opened !== null && (
        <Suspense fallback={null}>
          <EntryDialog entry={opened} onClose={() => setOpened(null)} onChanged={reload} />
        </Suspense>
      )}
    </div>
  )
}
