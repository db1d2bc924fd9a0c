import { useRef, useState, type RefObject } from 'react'
import type { Import } from '#contracts/imports'
import { seenText } from '../../lib/seen-text.ts'
import { useStaffList } from '../../lib/use-staff-list.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../ui/data-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { rowsPath, type ImportSettings } from './import-calls.ts'
import { CorrectRow } from './correct-row.tsx'
import { RowOutcome } from './row-outcome.tsx'
import { useFocusAfterCorrection } from './use-focus-after-correction.ts'

const PAGE_SIZE = 25

const VIEWS = [
  { view: 'created', label: 'New', noun: 'new products' },
  { view: 'updated', label: 'Changed', noun: 'changed products' },
  { view: 'unchanged', label: 'Unchanged', noun: 'unchanged products' },
  { view: 'skipped', label: 'Skipped', noun: 'skipped rows' },
  { view: 'failed', label: 'Failed', noun: 'failed rows' },
  { view: 'flagged', label: 'Needs review', noun: 'rows to review' },
] as const
export type RowsView = (typeof VIEWS)[number]['view']

/** Every row of a file by what becomes of it, page by page. */
export function ImportRows({
  item,
  isBusy = false,
  doing = null,
  onReadAgain = null,
  firstView = null,
  onView,
  correctedLineRef,
}: {
  readonly item: Import
  readonly isBusy?: boolean
  /** What the rows are being read again with; null while they are not. */
  readonly doing?: ImportSettings | null
  /** Reads the rows again with corrected cells; null when that is no longer possible. */
  readonly onReadAgain?: ((settings: ImportSettings) => void) | null
  /** Where staff were before these rows were read again. */
  readonly firstView?: RowsView | null
  readonly onView?: (view: RowsView) => void
  /** The line that was corrected before these rows were read; the focus goes on from there. */
  readonly correctedLineRef?: RefObject<number | null>
}) {
  const [view, setView] = useState<RowsView>(() =>
    firstView !== null && item[firstView] > 0
      ? firstView
      : (VIEWS.find((each) => item[each.view] > 0)?.view ?? 'created'),
  )
  function show(next: RowsView): void {
    setView(next)
    onView?.(next)
  }
  return (
    <Tabs value={view} onValueChange={(next) => show(next as RowsView)} className="gap-4">
      <TabList aria-label="Rows by outcome">
        {VIEWS.map((each) => (
          <Tab key={each.view} value={each.view} className="text-sm">
            {each.label}{' '}
            <span className={tone(each.view, item[each.view])}>{item[each.view].toLocaleString('en-US')}</span>
          </Tab>
        ))}
      </TabList>
      {VIEWS.map((each) => (
        <TabPanel key={each.view} value={each.view}>
          <RowsPage
            item={item}
            view={each.view}
            noun={each.noun}
            count={item[each.view]}
            isBusy={isBusy}
            doing={doing}
            onReadAgain={onReadAgain}
            correctedLineRef={correctedLineRef}
          />
        </TabPanel>
      ))}
    </Tabs>
  )
}

/** The eye goes to what needs a person. */
function tone(view: RowsView, count: number): string {
  if (count === 0) return 'ml-1 font-normal text-soft'
  if (view === 'failed') return 'ml-1 rounded-[2px] bg-magenta px-1.5 text-on-magenta'
  if (view === 'flagged') return 'ml-1 rounded-[2px] bg-yellow px-1.5 text-on-yellow'
  return 'ml-1 font-normal text-ink'
}

function RowsPage({
  item,
  isBusy,
  doing,
  onReadAgain,
  view,
  noun,
  count,
  correctedLineRef,
}: {
  readonly item: Import
  readonly isBusy: boolean
  readonly doing: ImportSettings | null
  readonly onReadAgain: ((settings: ImportSettings) => void) | null
  readonly view: RowsView
  readonly noun: string
  readonly count: number
  readonly correctedLineRef: RefObject<number | null> | undefined
}) {
  const [page, setPage] = useState(1)
  const [openLine, setOpenLine] = useState<number | null>(null)
  const table = useRef<HTMLDivElement>(null)
  /** The row's button is there again, and has the focus. */
  function closeRow(line: number): void {
    setOpenLine(null)
    requestAnimationFrame(() => table.current?.querySelector<HTMLButtonElement>(`[data-line="${line}"]`)?.focus())
  }
  const path = rowsPath(item, {
    outcome: view === 'flagged' ? '' : view,
    flagged: view === 'flagged' ? 'true' : '',
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  })
  const { data: rows, total, error, isRefreshing, retry } = useStaffList(path)
  useFocusAfterCorrection(table, rows, correctedLineRef)
  if (count === 0) return <p className="sheet px-4 py-8 text-center text-soft">No {noun}.</p>
  return (
    <Async
      data={rows}
      error={error}
      errorMessage="The rows could not be read."
      onRetry={retry}
      loading={
        <div className="grid gap-2">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      }
    >
      {(shown) => (
        <div ref={table} className="grid gap-3">
          <DataTable label={`Rows: ${noun}`} isRefreshing={isRefreshing} className="max-sm:block">
            {/* On a phone each row is a block of its own: what happens must not be out of sight. */}
            <thead className="max-sm:sr-only">
              <tr>
                <HeadCell className="w-16 text-right">Line</HeadCell>
                <HeadCell>Product</HeadCell>
                <HeadCell>{view === 'skipped' || view === 'failed' ? 'Reason' : 'What happens'}</HeadCell>
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {shown.map((row) => (
                <Row key={row.line} className="max-sm:grid max-sm:grid-cols-[3.5rem_1fr]">
                  <Cell className="text-right align-top text-soft">{row.line.toLocaleString('en-US')}</Cell>
                  <RowHead className="align-top sm:min-w-40 sm:max-w-72 font-semibold [overflow-wrap:anywhere]">
                    {row.name === '' ? (
                      <span className="font-normal text-soft">without a name</span>
                    ) : (
                      seenText(row.name)
                    )}
                  </RowHead>
                  <Cell className="align-top max-sm:col-start-2 max-sm:pt-0 sm:min-w-64">
                    <RowOutcome row={row} />
                    {row.outcome === 'failed' && onReadAgain !== null && openLine !== row.line && (
                      <Button
                        variant="ghost"
                        size="small"
                        aria-label={`Correct line ${row.line}`}
                        data-line={row.line}
                        onClick={() => setOpenLine(row.line)}
                      >
                        Correct
                      </Button>
                    )}
                    {openLine === row.line && onReadAgain !== null && (
                      <CorrectRow
                        item={item}
                        row={row}
                        isBusy={isBusy}
                        isReading={doing?.mends !== undefined}
                        onReadAgain={onReadAgain}
                        onClose={() => closeRow(row.line)}
                      />
                    )}
                  </Cell>
                </Row>
              ))}
            </tbody>
          </DataTable>
          <Pager page={page} pageSize={PAGE_SIZE} total={total} noun={noun} onPage={setPage} />
        </div>
      )}
    </Async>
  )
}
