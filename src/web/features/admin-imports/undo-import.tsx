import { useEffect, useRef } from 'react'
import type { Import } from '#contracts/imports'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { undoImport } from './import-calls.ts'
import { undoObstacle, undoQuestion } from './result-texts.ts'
import { useUpdateImport } from './use-import.ts'
import { Alert } from '../../ui/note.tsx'

interface UndoImportProps {
  readonly item: Import
  /** `done`: the undo has begun, by whomever; else it was thought better of. */
  readonly onClose: (done: boolean) => void
}

/** Asks before an import is taken back, and says what that does. */
export function UndoImport({ item, onClose }: UndoImportProps) {
  const updateImport = useUpdateImport()
  const { run, isBusy, problem } = useAction(async () => {
    await updateImport(await undoImport(item.id))
    onClose(true)
  }, 'The import could not be undone.')
  const question = useRef<HTMLDivElement>(null)

  // The button that asked for it is gone; the question is read aloud and the answers come next.
  useEffect(() => question.current?.focus(), [])

  const obstacle = isBusy ? null : undoObstacle(item)
  return (
    <div
      ref={question}
      tabIndex={-1}
      role="group"
      aria-label="Undo this import"
      className="grid gap-3 rounded border-2 border-ink bg-sheet p-4"
    >
      <p className="font-semibold">Undo this import?</p>
      <p className="text-sm" role="status">
        {obstacle ?? undoQuestion(item)}
      </p>
      <Alert message={problem} />
      <div className="dialog-buttons">
        <Button variant="quiet" size="small" onClick={() => onClose(false)}>
          {obstacle === null ? 'Keep import' : 'Close'}
        </Button>
        {obstacle === null ? (
          <Button size="small" aria-disabled={isBusy} onClick={() => run()}>
            {isBusy ? 'One moment...' : 'Undo import'}
          </Button>
        ) : (
          <Button size="small" onClick={() => onClose(true)}>
            Open import
          </Button>
        )}
      </div>
    </div>
  )
}
