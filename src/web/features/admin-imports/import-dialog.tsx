import { useEffect, useRef, useState } from 'react'
import type { Import } from '#contracts/imports'
import { errorMessage } from '../../lib/error-message.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { FailureNote } from '../../ui/async.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/note.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { cancelImport, previewAgain, readAs, readSheet, startImport, type ReadAgain } from './import-calls.ts'
import { deleteAnswers, hasAnswers } from './column-answers.ts'
import { announcementOf } from './progress.ts'
import { useFinish } from './use-finish.ts'
import { useImport, useOpenImport, useUpdateImport } from './use-import.ts'
import { ChooseFile, type StopUpload } from './choose-file.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import type { RowsView } from './import-rows.tsx'
import { ImportSteps, openingStep, shownStep, stepOf, type CheckingStep } from './import-steps.tsx'

interface ImportDialogProps {
  readonly open: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
  /** The catalog has changed: when an import or an undo ends, and again a second later (specification 2, section 9). */
  readonly onFinished: () => void
}

/**
 * Bulk import (specification 2, section 4): choose a file, look at what it does, watch it go in, see how it went. Keep
 * it mounted: it opens by itself for ?import=…, and shows a toast when an import ends while it is closed.
 */
export function ImportDialog({ open, onOpen, onClose, onFinished }: ImportDialogProps) {
  const [openId, setOpenId] = useOpenImport()
  /** The import that is still watched after the dialog was closed. */
  const [watchedId, setWatchedId] = useState<string | null>(null)
  const stopUpload = useRef<StopUpload | null>(null)
  const { data: item, error, retry } = useImport(openId ?? watchedId)
  const updateImport = useUpdateImport()
  useFinish(item, onFinished)

  useEffect(() => {
    if (openId !== null) setWatchedId(openId)
  }, [openId])

  function close(): void {
    if (stopUpload.current !== null) {
      const description = stopUpload.current()
      stopUpload.current = null
      toast({ title: 'Upload stopped', description })
    }
    if (openId !== null) setOpenId(null)
    onClose()
  }

  function another(): void {
    onOpen()
    setOpenId(null)
  }

  return (
    <Dialog
      open={open || openId !== null}
      onClose={close}
      title="Import products"
      className={openId === null ? 'md:max-w-2xl' : 'md:max-w-4xl'}
    >
      {openId === null ? (
        <ChooseFile
          onUploading={(stop) => {
            stopUpload.current = stop
          }}
          onSent={(started) => {
            void updateImport(started).then(() => setOpenId(started.id))
          }}
        />
      ) : item !== undefined ? (
        <OpenImport key={item.id} item={item} onAnother={another} onClose={close} />
      ) : error === undefined ? (
        <div aria-busy="true" className="grid gap-3">
          <p role="status" className="sr-only">
            Loading...
          </p>
          <Skeleton className="h-10" />
          <Skeleton className="h-48" />
        </div>
      ) : (
        <FailureNote message={errorMessage(error, 'The import could not be read.')} onRetry={retry} />
      )}
    </Dialog>
  )
}

function OpenImport({
  item,
  onAnother,
  onClose,
}: {
  readonly item: Import
  readonly onAnother: () => void
  readonly onClose: () => void
}) {
  const updateImport = useUpdateImport()
  /** Where staff are with a file that was read: it changes only after the server has accepted the step. */
  const [checking, setChecking] = useState<CheckingStep>(() => openingStep(item, hasAnswers(item)))
  /** The rows that staff look at stay in view while they correct one after the other. */
  const [rowsView, setRowsView] = useState<RowsView | null>(null)
  /** The line that was corrected last, until its rows are shown as they are now. */
  const correctedLineRef = useRef<number | null>(null)
  const step = stepOf(item, checking)
  const mayWrite = useMay('imports.write')
  const reading = useAction<ReadAgain>(
    async (how) => {
      if ('encoding' in how) return updateImport(await readAs(item.id, how.encoding))
      if ('sheet' in how) return updateImport(await readSheet(item.id, how.sheet))
      correctedLineRef.current = how.settings?.mends?.[0]?.line ?? null
      if (how.settings !== null) await updateImport(await previewAgain(item.id, how.settings))
      deleteAnswers(item)
      setChecking('preview')
    },
    (error, how) =>
      errorMessage(
        error,
        'encoding' in how
          ? 'The encoding could not be changed.'
          : 'sheet' in how
            ? 'The sheet could not be read.'
            : 'The columns could not be saved.',
      ),
  )
  const start = useAction(
    async (mayManyLeave: boolean) => updateImport(await startImport(item.id, mayManyLeave)),
    'The import could not be started.',
  )
  const cancel = useAction(async () => updateImport(await cancelImport(item.id)), 'The import could not be stopped.')

  return (
    <div className="grid gap-5">
      <p role="status" className="sr-only">
        {announcementOf(item)}
      </p>
      <div className="-mt-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p className="font-semibold [overflow-wrap:anywhere]">{item.fileName}</p>
        {item.preview && <ImportSteps current={shownStep(item, checking)} />}
      </div>
      <PeopleHere
        kind="import"
        id={item.id}
        isEditing={mayWrite && (step === 'columns' || step === 'preview')}
        className="empty:sr-only"
      />
      {step === 'columns' && <ImportColumns item={item} reading={reading} />}
      {step === 'preview' && (
        <ImportPreview
          item={item}
          reading={reading}
          start={start}
          onBack={() => setChecking('columns')}
          firstView={rowsView}
          onView={setRowsView}
          correctedLineRef={correctedLineRef}
        />
      )}
      {step === 'progress' && (
        <>
          <ImportProgress item={item} isBusy={cancel.isBusy} onCancel={cancel.run} />
          <Alert message={cancel.problem} />
        </>
      )}
      {step === 'result' && <ImportResult item={item} onAnother={onAnother} onClose={onClose} />}
    </div>
  )
}
