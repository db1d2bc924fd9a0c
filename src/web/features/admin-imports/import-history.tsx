import { ArrowDownToLine } from 'lucide-react'
import { useState } from 'react'
import type { Import } from '#contracts/imports'
import { formatTime } from '../../lib/format.ts'
import { useAddressQuery } from '../../lib/use-address-query.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useStaffPage } from '../../lib/use-staff-list.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StaffList } from '../../ui/staff-list.tsx'
import { IMPORTS_PATH, storedFilePath } from './import-calls.ts'
import { formatBytes } from './import-file.ts'
import { isUnderWay, shareOf } from './progress.ts'
import { breakdown, canUndo, isKept } from './result-texts.ts'
import { useOpenImport } from './use-import.ts'
import { UndoImport } from './undo-import.tsx'

/** How often the list is read again, in ms: while one is under way, and else for what colleagues start. */
const READ_AGAIN_MS = 3000
const READ_IDLE_MS = 15_000

/** The price lists that came in: what became of them, their files, and the way back. Opens one by ?import=…. */
export function ImportHistory() {
  const mayUndo = useMay('imports.write')
  const [isBusy, setBusy] = useState(false)
  const [undoing, setUndoing] = useState<Import | null>(null)
  const [, open] = useOpenImport()
  const query = useAddressQuery()
  const list = useStaffPage(IMPORTS_PATH, query, { everyMs: isBusy ? READ_AGAIN_MS : READ_IDLE_MS })
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
                <Row key={each.id} className="max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:items-center">
                  <RowHead className="lg:min-w-44 lg:max-w-80">
                    {isKept(each) ? (
                      <a
                        href={storedFilePath(each.id)}
                        download
                        className="text-link inline-flex items-baseline gap-1.5 font-semibold [overflow-wrap:anywhere]"
                      >
                        <ArrowDownToLine aria-hidden="true" className="size-3.5 shrink-0 translate-y-0.5" />
                        {each.fileName}
                      </a>
                    ) : (
                      <span className="font-semibold [overflow-wrap:anywhere]">{each.fileName}</span>
                    )}
                    <span className="block text-soft">
                      {formatBytes(each.sizeBytes)}, {each.mode === 'create' ? 'only new products' : 'add and update'}
                    </span>
                  </RowHead>
                  <Cell className="max-lg:text-right">
                    <StateBadge each={each} />
                  </Cell>
                  <Cell className="max-lg:col-span-2 lg:min-w-44">
                    <span className="font-semibold">{(each.rowsTotal ?? each.rowsRead).toLocaleString('en-US')}</span>
                    {breakdown(each) !== '' && <span className="text-soft"> · {breakdown(each)}</span>}
                    {each.failed > 0 && (
                      <span className="font-semibold text-magenta">
                        {' '}
                        · {each.failed.toLocaleString('en-US')} failed
                      </span>
                    )}
                  </Cell>
                  <Cell className="text-soft lg:min-w-40">{formatTime(each.createdAt)}</Cell>
                  <Cell>
                    <div className="flex justify-end gap-1">
                      {mayUndo && canUndo(each) && (
                        <Button
                          variant="ghost"
                          size="small"
                          aria-label={`Undo ${each.fileName}`}
                          onClick={() => setUndoing(each)}
                        >
                          Undo
                        </Button>
                      )}
                      <Button
                        variant="quiet"
                        size="small"
                        aria-label={`Open ${each.fileName}`}
                        onClick={() => open(each.id)}
                      >
                        Open
                      </Button>
                    </div>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </DataTable>
        )}
      </StaffList>
      {undoing !== null && (
        <Dialog open onOpenChange={() => setUndoing(null)} title={undoing.fileName}>
          <UndoImport
            item={undoing}
            onClose={(done) => {
              setUndoing(null)
              // The dialog of the import shows the progress of the undo and its result.
              if (done) open(undoing.id)
            }}
          />
        </Dialog>
      )}
    </section>
  )
}

const STATES: Readonly<Record<Import['state'], readonly [text: string, tone: BadgeTone]>> = {
  mapping: ['Columns to check', 'mark'],
  previewing: ['Reading', 'act'],
  previewed: ['Preview', 'mark'],
  queued: ['Waiting', 'act'],
  running: ['Running', 'act'],
  finished: ['Finished', 'good'],
  cancelled: ['Cancelled', 'plain'],
  failed: ['Stopped', 'sell'],
  undoing: ['Undoing', 'act'],
  undone: ['Undone', 'plain'],
}

function StateBadge({ each }: { readonly each: Import }) {
  const [text, tone] = STATES[each.state]
  const share = isUnderWay(each) ? shareOf(each) : null
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      {text}
      {share !== null && ` ${Math.floor(share * 100)} %`}
    </Badge>
  )
}
