import { TriangleAlert } from 'lucide-react'
import { useState, type RefObject } from 'react'
import type { Import } from '#contracts/imports'
import { formatCount } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import type { Action } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { Alert, Note } from '../../ui/note.tsx'
import { FailureGroups } from './failure-groups.tsx'
import type { ImportSettings, ReadAgain } from './import-calls.ts'
import { ImportRows, type RowsView } from './import-rows.tsx'
import { noticesOf } from './reading.ts'
import { previewText } from './result-texts.ts'

interface ImportPreviewProps {
  readonly item: Import
  /** Reads the rows again with other answers. */
  readonly reading: Action<ReadAgain>
  /** With whether staff have confirmed that many products left the list. */
  readonly start: Action<boolean>
  readonly onBack: () => void
  readonly firstView: RowsView | null
  readonly onView: (view: RowsView) => void
  readonly correctedLineRef: RefObject<number | null>
}

/** What the file would do, row by row, and the button that does it. Nothing is written yet. */
export function ImportPreview({
  item,
  reading,
  start,
  onBack,
  firstView,
  onView,
  correctedLineRef,
}: ImportPreviewProps) {
  const isBusy = start.isBusy || reading.isBusy
  const doing = reading.doing !== undefined && 'settings' in reading.doing ? reading.doing.settings : null
  const toWrite = item.created + item.updated
  const { written, rest } = previewText(item)
  const isSellingOut = item.supplier?.whenLeft === 'sold-out' && item.left > 0
  const [isConfirmed, setConfirmed] = useState(false)
  const keyed = useStaffKeys()
  /** Rows are not read again while they are being imported. */
  function readAgain(settings: ImportSettings): void {
    if (!isBusy) reading.run({ settings })
  }
  const notices = item.reading === null ? [] : noticesOf(item.reading, item.columns)
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p>
          <b>{written}</b>
          {rest}
        </p>
        {item.flagged > 0 && (
          <Note size="small" className="flex gap-2">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              {item.flagged === 1 ? 'One row needs' : `${item.flagged.toLocaleString('en-US')} rows need`} a look: no
              price, one that changes by more than 50 %, or a cell that could mean something else. “Needs review” says
              why.
            </span>
          </Note>
        )}
        {notices.length > 0 && (
          <Note size="small" className="grid gap-1">
            {notices.map((notice) => (
              <p key={notice}>{notice}</p>
            ))}
          </Note>
        )}
      </div>
      {item.supplier !== null && item.left > 0 && (
        <Note size="small">
          {formatCount(item.left, 'product')} of {item.leftOf.toLocaleString('en-US')} from {item.supplier.name}{' '}
          {item.left === 1 ? 'is' : 'are'} no longer on the list
          {isSellingOut
            ? ' and will be sold out: stock 0.'
            : ` and will stay as ${item.left === 1 ? 'it is' : 'they are'}.`}
        </Note>
      )}
      {item.failed > 0 && <FailureGroups item={item} isBusy={isBusy} doing={doing} onReadAgain={readAgain} />}
      <ImportRows
        item={item}
        isBusy={isBusy}
        doing={doing}
        onReadAgain={readAgain}
        firstView={firstView}
        onView={onView}
        correctedLineRef={correctedLineRef}
      />
      <DialogFoot className="grid gap-3">
        <Alert message={start.problem ?? reading.problem} />
        {item.doTooManyLeave && (
          <Checkbox
            label={`The list is complete: sell out ${formatCount(item.left, 'product')} that left it`}
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {toWrite === 0 && !isSellingOut && (
            <p className="mr-auto text-sm">There is nothing to import: no row is new or changed.</p>
          )}
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
          <Button
            {...keyed('confirm')}
            disabled={(toWrite === 0 && !isSellingOut) || (item.doTooManyLeave && !isConfirmed)}
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) start.run(isConfirmed)
            }}
          >
            {start.isBusy ? 'Starting...' : isBusy ? 'One moment...' : 'Start import'}
          </Button>
        </div>
      </DialogFoot>
    </div>
  )
}
