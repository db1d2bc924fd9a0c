import { ArrowDownToLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Import } from '#contracts/imports'
import { paths } from '../../lib/paths.ts'
import { formatCount } from '../../lib/format.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { useStaffList } from '../../lib/use-staff-list.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Alert, Note } from '../../ui/note.tsx'
import { correctFailed, failedRowsPath, rowsPath } from './import-calls.ts'
import { NOTHING_WRITTEN, stateTitle } from './progress.ts'
import {
  breakdown,
  canUndo,
  ERRORS_SHOWN,
  errorText,
  isKept,
  moreErrorsText,
  successfulOf,
  undoResult,
} from './result-texts.ts'
import { FailureGroups } from './failure-groups.tsx'
import { ImportRows } from './import-rows.tsx'
import { UndoImport } from './undo-import.tsx'
import { useOpenImport, useUpdateImport } from './use-import.ts'

interface ImportResultProps {
  readonly item: Import
  readonly onAnother: () => void
  readonly onClose: () => void
}

/** How an import went (specification 2, section 8), and the way back. */
export function ImportResult({ item, onAnother, onClose }: ImportResultProps) {
  const [isAsking, setAsking] = useState(false)
  const [isDetailed, setDetailed] = useState(false)
  const details = breakdown(item)
  const keyed = useStaffKeys()
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h3 className="text-xl">{stateTitle(item)}</h3>
        <Alert message={item.problem} />
        {item.state === 'cancelled' && (
          <p className="text-sm text-soft">
            {item.preview ? NOTHING_WRITTEN : 'What was written before it was stopped stays, unless you undo it.'}
          </p>
        )}
      </div>
      {item.undo !== null && <UndoNote undo={item.undo} />}
      <dl className="grid grid-cols-3 divide-x divide-line sheet">
        <StatCard label="Total" value={item.rowsTotal ?? item.rowsRead} />
        <StatCard label="Successful" value={successfulOf(item)} tone="text-ok" />
        <StatCard label="Failed" value={item.failed} tone={item.failed > 0 ? 'text-magenta' : undefined} />
      </dl>
      {details !== '' && <p className="text-sm text-soft">{details}.</p>}
      {item.failed > 0 && isKept(item) && <FailureGroups item={item} isBusy={false} onReadAgain={null} />}
      {item.failed > 0 && isKept(item) && <Errors item={item} />}
      <p className="text-sm text-soft">
        File and rows {isKept(item) ? 'are' : 'were'} kept until {formatShopTime(item.keptUntil)}.
      </p>
      <div className="flex flex-wrap gap-3">
        {isKept(item) && (
          <Button variant="quiet" size="small" aria-expanded={isDetailed} onClick={() => setDetailed(!isDetailed)}>
            {isDetailed ? 'Hide the rows' : 'Show every row'}
          </Button>
        )}
        {canUndo(item) && !isAsking && (
          <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
            <Undo2 aria-hidden="true" className="size-4" />
            Undo
          </Button>
        )}
      </div>
      {isAsking && <UndoImport item={item} onClose={() => setAsking(false)} />}
      {isDetailed && <ImportRows item={item} />}
      <div className="dialog-buttons border-t border-line pt-4">
        <Button variant="quiet" onClick={onAnother}>
          Import another file
        </Button>
        <Button {...keyed('confirm')} onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

function StatCard({
  label,
  value,
  tone,
}: {
  readonly label: string
  readonly value: number
  readonly tone?: string | undefined
}) {
  return (
    <div className="grid gap-1 px-3 py-4 sm:px-4">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className={`figures text-2xl font-bold sm:text-3xl ${tone ?? ''}`}>{value.toLocaleString('en-US')}</dd>
    </div>
  )
}

function Errors({ item }: { readonly item: Import }) {
  const { data: rows, error } = useStaffList(rowsPath(item, { outcome: 'failed', limit: ERRORS_SHOWN, offset: 0 }))
  const more = moreErrorsText(item.failed)
  const mayWrite = useMay('imports.write')
  const [, open] = useOpenImport()
  const updateImport = useUpdateImport()
  const correct = useAction(async () => {
    const corrected = await correctFailed(item.id)
    await updateImport(corrected)
    open(corrected.id)
  }, 'The failed rows could not be read.')
  return (
    <Note tone="error" size="small" className="grid gap-3">
      {rows === undefined ? (
        <p>{error === undefined ? 'Reading the errors...' : 'The errors could not be read; the CSV below has them.'}</p>
      ) : (
        <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
          {rows.slice(0, ERRORS_SHOWN).map((row) => (
            <li key={row.line}>{errorText(row, item.mode)}</li>
          ))}
          {more !== null && <li className="font-semibold">{more}</li>}
        </ul>
      )}
      <Alert message={correct.problem} />
      <p className="flex flex-wrap gap-3">
        {mayWrite && item.state !== 'undone' && item.state !== 'undoing' && (
          <Button size="small" aria-disabled={correct.isBusy} onClick={() => correct.run()}>
            {correct.isBusy ? 'One moment...' : 'Correct the failed rows'}
          </Button>
        )}
        <DownloadLink
          href={failedRowsPath(item.id)}
          className={buttonClass({ variant: 'quiet', size: 'small' })}
          icon={<ArrowDownToLine aria-hidden="true" className="size-4" />}
        >
          Failed rows as CSV
        </DownloadLink>
      </p>
    </Note>
  )
}

function UndoNote({ undo }: { readonly undo: NonNullable<Import['undo']> }) {
  return (
    <div className="grid gap-2 sheet p-4">
      <p className="font-semibold">{undoResult(undo)}</p>
      {undo.kept.length > 0 && (
        <ul className="grid max-h-48 gap-1 overflow-y-auto text-sm">
          {undo.kept.map(({ productId, name }) => (
            <li key={productId}>
              <Link to={paths.product({ id: productId })} target="_blank" className="text-link">
                {name}
              </Link>
            </li>
          ))}
          {undo.keptCount > undo.kept.length && (
            <li>and {formatCount(undo.keptCount - undo.kept.length, 'more', 'more')}</li>
          )}
        </ul>
      )}
      {undo.keptCount > 0 && (
        <p className="text-sm text-soft">
          What staff have typed since stays. What a newer list or bulk edit has changed follows when that is undone.
        </p>
      )}
    </div>
  )
}
