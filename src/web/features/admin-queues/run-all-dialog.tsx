import type { QueueList } from '#contracts/admin'
import { errorMessage } from '../../lib/error-message.ts'
import { formatCount } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'
import { runAllAgain } from './use-queues.ts'

interface RunAllDialogProps {
  readonly kind: QueueList['failedKinds'][number]
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

/** Asks before all failed jobs of a kind are run again, and says how many were. */
export function RunAllDialog({ kind, onClose, onChanged }: RunAllDialogProps) {
  const closeAfter = useWhileShown(onClose)
  const { run, isBusy, problem } = useAction(
    async () => {
      const count = await runAllAgain(kind)
      toast({
        title: 'Jobs run again',
        description: `${formatCount(count, 'job')} of ${kind.name} got all tries again.`,
      })
      closeAfter()
      await onChanged()
    },
    async (error) => {
      await soon(onChanged())
      return errorMessage(error, 'The jobs could not be run again.')
    },
  )

  return (
    <Dialog
      onClose={onClose}
      title="Run all again"
      description={`${formatCount(kind.count, 'failed job')} of one kind get all tries again.`}
    >
      <p className="mb-2 font-semibold wrap-anywhere">{kind.name}</p>
      <p className="text-sm text-soft">Correct first what their errors name, or they fail again.</p>
      <Alert message={problem} className="mt-3" />
      <div className="mt-6 dialog-buttons">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button aria-disabled={isBusy} onClick={() => run()}>
          {isBusy ? 'Running...' : `Run ${formatCount(kind.count, 'job')} again`}
        </Button>
      </div>
    </Dialog>
  )
}
