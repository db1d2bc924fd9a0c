import { useState } from 'react'
import type { Import } from '#contracts/imports'
import { useAddressQuery } from '../../lib/use-address-query.ts'
import { useStaffPage } from '../../lib/use-staff-list.ts'
import { DataTable, HeadCell } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StaffList } from '../../ui/staff-list.tsx'
import { IMPORTS_PATH } from './import-calls.ts'
import { ImportHistoryRow } from './import-history-row.tsx'
import { isUnderWay } from './progress.ts'
import { useOpenImport } from './use-import.ts'
import { UndoImport } from './undo-import.tsx'

/** How often the list is read again, in ms: while one is under way, and else for what colleagues start. */
const READ_AGAIN_MS = 3000
const READ_IDLE_MS = 15_000

/** The price lists that came in: what became of them, their files, and the way back. Opens one by ?import=…. */
export function ImportHistory() {
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Import | null>(null)
  const [, open] = useOpenImport()
  const query = useAddressQuery()
  const list = useStaffPage(IMPORTS_PATH, query, { everyMs: isBusy ? READ_AGAIN_MS : READ_IDLE_MS })
  /** As the list knows it now, while it shows it: somebody else may be faster. */
  const undoing = list.data?.find(({ id }) => id === asked?.id) ?? asked
  const isAnyUnderWay = list.data?.some(isUnderWay) ?? false
  if (isAnyUnderWay !== isBusy) setBusy(isAnyUnderWay)

  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">Import history</h2>
        <p className="max-w-[70ch] text-sm text-soft">
          An import can be undone for 90 days. Its file and rows are kept just as long, those of a preview for 30 days.
        </p>
      </div>
      <StaffList
        list={list}
        noun="imports"
        errorMessage="The imports could not be read."
        empty={{
          title: 'No imports yet',
          description: 'Price lists that are imported appear here, with their file and a way to undo them.',
        }}
      >
        {(imports) => (
          <DataTable label="Import history" isRefreshing={list.isRefreshing && !isAnyUnderWay} className="max-lg:block">
            <thead className="max-lg:sr-only">
              <tr>
                <HeadCell>File</HeadCell>
                <HeadCell>State</HeadCell>
                <HeadCell>Rows</HeadCell>
                <HeadCell>Sent</HeadCell>
                <HeadCell>
                  <span className="sr-only">Actions</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody className="max-lg:block">
              {imports.map((each) => (
                <ImportHistoryRow key={each.id} item={each} onOpen={open} onUndo={setAsked} />
              ))}
            </tbody>
          </DataTable>
        )}
      </StaffList>
      {undoing !== null && (
        <Dialog onClose={() => setAsked(null)} title={undoing.fileName}>
          <UndoImport
            item={undoing}
            onClose={(done) => {
              setAsked(null)
              // The dialog of the import shows the progress of the undo and its result.
              if (done) open(undoing.id)
            }}
          />
        </Dialog>
      )}
    </section>
  )
}
