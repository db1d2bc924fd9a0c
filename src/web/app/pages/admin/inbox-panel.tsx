import { INBOX_PATH } from '#contracts/staff-paths'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { InboxList } from '../../../features/admin-inbox/inbox-list.tsx'
import { KIND_OPTIONS, nextOpenOf, STATE_OPTIONS } from '../../../features/admin-inbox/due.ts'
import { InboxViews } from '../../../features/admin-inbox/inbox-views.tsx'
import { knownChoice } from '../../../lib/known-choice.ts'
import { useAddressQuery } from '../../../lib/use-address-query.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { useRefusal } from '../../../lib/staff-person.ts'
import { useRoomPath } from '../../../lib/use-room-path.ts'
import { useNeighbors } from '../../../lib/use-neighbors.ts'
import { useToDo } from '../../../lib/use-to-do.ts'
import { useStaffPage } from '../../../lib/use-staff-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { StaffList } from '../../../ui/staff-list.tsx'

const EntryDialog = lazyDialog(() =>
  import('../../../features/admin-inbox/entry-dialog.tsx').then((module) => module.EntryDialog),
)

const INBOX_KIND = ['inbox'] as const
const YES = [{ value: 'true' }]
/** Should the stream of changes be lost. */
const READ_AGAIN_MS = 60_000

/** Messages of the forms and privacy requests, with the time that the shop promised. */
export function InboxPanel() {
  const query = useAddressQuery()
  const refusal = useRefusal('inbox.write')
  const chosenOf = (name: string, options: readonly { readonly value: string }[]) =>
    knownChoice(
      query.get(name),
      options.map(({ value }) => value),
    )
  const search = query.get('search')
  const kind = chosenOf('kind', KIND_OPTIONS)
  const chosen = {
    state: chosenOf('state', STATE_OPTIONS),
    mine: chosenOf('mine', YES),
    overdue: chosenOf('overdue', YES),
  }
  const list = useStaffPage(INBOX_PATH, query, { filters: { ...chosen, search, kind }, everyMs: READ_AGAIN_MS })
  useStaffChanges(INBOX_KIND, list.retry)
  const { opened, open, close } = useRoomPath('inbox')
  const neighbors = useNeighbors(
    list.data?.map(({ id }) => id),
    opened,
  )
  const nextOpen = nextOpenOf(list.data ?? [], opened)
  const { data: toDo } = useToDo()
  const isFiltered = [search, kind, ...Object.values(chosen)].some((part) => part !== '')
  return (
    <div className="grid gap-4">
      <RoomHead title="Inbox" note={refusal} />
      <InboxViews
        chosen={chosen}
        kept={{ search, kind }}
        counts={toDo === undefined ? {} : { Open: toDo.inbox.open, Overdue: toDo.inbox.late }}
      />
      <div className="grid gap-3 sm:grid-cols-[1fr_14rem]">
        <SearchInput
          label="Search the inbox"
          placeholder="Sender, subject, text, reference"
          value={search}
          onSearch={(text) => query.set({ search: text }, { replace: true })}
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
            ? 'No message or request matches the search and filters.'
            : 'Messages and privacy requests appear here.',
          action: isFiltered && (
            <Button
              variant="quiet"
              onClick={() => query.set({ state: '', mine: '', overdue: '', search: '', kind: '' })}
            >
              Show everything
            </Button>
          ),
        }}
      >
        {(entries) => <InboxList entries={entries} onOpen={({ id }) => open(id)} />}
      </StaffList>
      {opened !== null && (
        <EntryDialog
          id={opened}
          listed={list.data?.find(({ id }) => id === opened)}
          neighbors={neighbors}
          nextOpen={nextOpen}
          onOpen={open}
          onClose={close}
          onChanged={list.retry}
        />
      )}
    </div>
  )
}
