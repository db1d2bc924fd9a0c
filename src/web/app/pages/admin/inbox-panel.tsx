import { useState } from 'react'
import { INBOX_PATH } from '#contracts/api-paths'
import type { InboxEntry } from '#contracts/messages'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { InboxList } from '../../../features/admin-inbox/inbox-list.tsx'
import { KIND_OPTIONS, STATE_OPTIONS } from '../../../features/admin-inbox/due.ts'
import { useAddressQuery } from '../../../lib/use-address-query.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { useRefusal } from '../../../lib/staff-person.ts'
import { useStaffPage } from '../../../lib/use-staff-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { StaffList } from '../../../ui/staff-list.tsx'

const EntryDialog = lazyDialog(() =>
  import('../../../features/admin-inbox/entry-dialog.tsx').then((module) => module.EntryDialog),
)

const INBOX_KIND = ['inbox'] as const
/** Should the stream of changes be lost. */
const READ_AGAIN_MS = 60_000

/** Messages of the forms and privacy requests, with the time that the shop promised (design, section 6). */
export function InboxPanel() {
  const query = useAddressQuery()
  const refusal = useRefusal('inbox.write')
  const [state, kind] = [query.get('state'), query.get('kind')]
  const list = useStaffPage(INBOX_PATH, query, { filters: { state, kind }, everyMs: READ_AGAIN_MS })
  useStaffChanges(INBOX_KIND, list.retry)
  const [opened, setOpened] = useState<InboxEntry | null>(null)
  const isFiltered = state !== '' || kind !== ''
  return (
    <div className="grid gap-4">
      <RoomHead title="Inbox" note={refusal} />
      <div className="grid gap-3 sm:grid-cols-[12rem_14rem]">
        <Select
          aria-label="State"
          value={state}
          onChange={(event) => query.set({ state: event.target.value })}
          options={[{ value: '', label: 'All' }, ...STATE_OPTIONS]}
        />
        <Select
          aria-label="Kind"
          value={kind}
          onChange={(event) => query.set({ kind: event.target.value })}
          options={[{ value: '', label: 'All kinds' }, ...KIND_OPTIONS]}
        />
      </div>
      <StaffList
        list={list}
        noun="entries"
        errorMessage="Failed to fetch the inbox"
        empty={{
          title: 'Nothing here',
          description: isFiltered
            ? 'No message or request matches the filters.'
            : 'Messages and privacy requests appear here.',
          action: isFiltered && (
            <Button variant="quiet" onClick={() => query.set({ state: '', kind: '' })}>
              Show everything
            </Button>
          ),
        }}
      >
        {(entries) => <InboxList entries={entries} onOpen={setOpened} />}
      </StaffList>
      {opened !== null && <EntryDialog entry={opened} onClose={() => setOpened(null)} onChanged={list.retry} />}
    </div>
  )
}
