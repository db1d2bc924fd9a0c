import { useEffect, useEffectEvent, useRef } from 'react'
import { bulkEditPath } from '#contracts/staff-paths'
import type { BulkEdit } from '#contracts/bulk-edits'
import { api } from '../../lib/api-client.ts'
import { formatCount } from '../../lib/format.ts'
import { takeStep } from '../../lib/api-once.ts'
import { readEvery } from '../../lib/read-every.ts'
import { useAction } from '../../lib/use-action.ts'
import { useRead } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert, Note } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { TableSkeleton } from '../../ui/table-skeleton.tsx'
import { BulkEditRows } from './bulk-edit-rows.tsx'
import { outcomeText, problemText, undoneText, type BulkEditStep } from './bulk-edit-texts.ts'

interface BulkEditProgressProps {
  readonly id: string
  /** Back to what is to be changed; absent for a bulk edit of before. */
  readonly onBack?: () => void
  readonly onClose: () => void
  /** Products were changed, or changed back. */
  readonly onChanged: () => void
}

const LOOK_AGAIN_MS = 500
const UNDER_WAY: Readonly<Partial<Record<BulkEdit['state'], string>>> = {
  previewing: 'Working out what changes',
  running: 'Changing products',
  undoing: 'Putting the old values back',
}

/** What a bulk edit is once a step was taken. */
const IS_AFTER: Readonly<Record<BulkEditStep, readonly BulkEdit['state'][]>> = {
  start: ['running', 'finished', 'stopped', 'undoing', 'undone'],
  stop: ['stopped', 'undoing', 'undone'],
  undo: ['undoing', 'undone'],
}

/** A bulk edit from its preview to its undo. It goes on when the dialog is closed. */
export function BulkEditProgress({ id, onBack, onClose, onChanged }: BulkEditProgressProps) {
  const { data, error, retry, update } = useRead(bulkEditPath(id), {
    revalidateOnMount: true,
    ...readEvery((latest) => (latest?.state !== undefined && latest.state in UNDER_WAY ? LOOK_AGAIN_MS : 0)),
  })
  const close = useRef<HTMLButtonElement>(null)
  const step = useAction<BulkEditStep>(async (which) => {
    const next = await takeStep({
      send: () => api<BulkEdit>(`${bulkEditPath(id)}/${which}` as const, { method: 'POST' }),
      read: () => api(bulkEditPath(id)),
      isTaken: ({ state: now }) => IS_AFTER[which].includes(now),
      onRead: (now) => update(() => now),
    })
    update(() => next)
    // The button that was pressed goes.
    if (which === 'stop') close.current?.focus()
  }, problemText)

  const state = data?.state
  const changed = useEffectEvent(onChanged)
  useEffect(() => {
    if (state === 'finished' || state === 'stopped' || state === 'undone') changed()
  }, [state])

  return (
    <Async
      data={data}
      error={error}
      errorMessage="This bulk edit could not be read."
      onRetry={retry}
      loading={<TableSkeleton text="Loading bulk edit..." />}
    >
      {(bulkEdit) => (
        <div className="grid gap-4">
          <p className="wrap-anywhere">
            {formatCount(bulkEdit.matched, 'product')}: <b className="font-semibold">{bulkEdit.summary}</b>
          </p>
          <Step bulkEdit={bulkEdit} />
          <Alert message={step.problem} />
          <div className="dialog-buttons">
            {bulkEdit.state === 'previewed' && onBack !== undefined && (
              <Button variant="quiet" onClick={onBack}>
                Back
              </Button>
            )}
            {bulkEdit.state === 'running' && (
              <Button variant="quiet" aria-disabled={step.isBusy} onClick={() => step.run('stop')}>
                {step.doing === 'stop' ? 'Stopping...' : 'Stop'}
              </Button>
            )}
            {(bulkEdit.state === 'finished' || bulkEdit.state === 'stopped') && bulkEdit.changed > 0 && (
              <Button variant="quiet" aria-disabled={step.isBusy} onClick={() => step.run('undo')}>
                {step.doing === 'undo' ? 'One moment...' : 'Undo'}
              </Button>
            )}
            {bulkEdit.state === 'previewed' && bulkEdit.changed > 0 ? (
              <Button aria-disabled={step.isBusy} onClick={() => step.run('start')}>
                {step.doing === 'start' ? 'Starting...' : `Change ${formatCount(bulkEdit.changed, 'product')}`}
              </Button>
            ) : (
              <Button ref={close} variant={bulkEdit.state in UNDER_WAY ? 'quiet' : 'solid'} onClick={onClose}>
                Close
              </Button>
            )}
          </div>
        </div>
      )}
    </Async>
  )
}

function Step({ bulkEdit }: { readonly bulkEdit: BulkEdit }) {
  const doing = UNDER_WAY[bulkEdit.state]
  if (doing !== undefined) return <UnderWay doing={doing} bulkEdit={bulkEdit} />
  return bulkEdit.undo === null ? <Outcome bulkEdit={bulkEdit} /> : <Undone undo={bulkEdit.undo} />
}

function UnderWay({ doing, bulkEdit }: { readonly doing: string; readonly bulkEdit: BulkEdit }) {
  const { state, done, matched } = bulkEdit
  const text = `${done.toLocaleString('en-US')} of ${formatCount(matched, 'product')}`
  return (
    <div className="grid gap-2">
      <ProgressBar label={doing} share={done / matched} text={text} />
      <p role="status" className="text-sm text-soft">
        {doing}: {text}
      </p>
      {state !== 'previewing' && (
        <p className="text-sm text-soft">It goes on when you close this. You find it under Bulk edits.</p>
      )}
    </div>
  )
}

function Undone({ undo: { restored, kept, keptCount } }: { readonly undo: NonNullable<BulkEdit['undo']> }) {
  return (
    <div className="grid gap-3">
      <p role="status">{undoneText(restored)}</p>
      {kept.length > 0 && (
        <Note size="small">
          <p>Kept, because they were changed afterwards:</p>
          <ul className="mt-1 max-h-48 list-disc overflow-y-auto pl-5">
            {kept.map(({ productId, name }) => (
              <li key={productId}>{name}</li>
            ))}
            {keptCount > kept.length && <li>and {formatCount(keptCount - kept.length, 'more', 'more')}</li>}
          </ul>
          <p className="mt-1 text-soft">
            What staff have typed since stays. What a newer list or bulk edit has changed follows when that is undone.
          </p>
        </Note>
      )}
    </div>
  )
}

/** What it changes, or has changed, and what it leaves. */
function Outcome({ bulkEdit }: { readonly bulkEdit: BulkEdit }) {
  const { id, state, changed, refused, left } = bulkEdit
  const isDone = state === 'stopped' || state === 'finished'
  return (
    <div className="grid gap-4">
      <p role="status">{outcomeText(bulkEdit)}</p>
      {changed > 0 && (
        <BulkEditRows
          key={`changed ${state}`}
          id={id}
          outcome="changed"
          count={changed}
          title={isDone ? 'Changed' : 'What changes'}
        />
      )}
      {refused > 0 && (
        <BulkEditRows
          key={`refused ${state}`}
          id={id}
          outcome="refused"
          count={refused}
          title={`${isDone ? 'Refused' : 'Will be refused'}: ${refused.toLocaleString('en-US')}`}
        />
      )}
      {left > 0 && (
        <BulkEditRows
          id={id}
          outcome="left"
          count={left}
          title={`Left as ${left === 1 ? 'it is' : 'they are'}: ${left.toLocaleString('en-US')}`}
        />
      )}
    </div>
  )
}
