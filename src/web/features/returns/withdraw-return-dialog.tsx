import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface WithdrawReturnDialogProps {
  /** "RMA-100001" */
  readonly number: string
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly onWithdraw: () => void
}

/** Asks before a return is given up. */
export function WithdrawReturnDialog({ number, isBusy, onClose, onWithdraw }: WithdrawReturnDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={`Withdraw return ${number}?`}
      description="You keep everything, and nothing is refunded. Please send nothing back with its slip."
    >
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={onClose}>
          Keep Return
        </Button>
        <Button onClick={onWithdraw} aria-disabled={isBusy}>
          {isBusy ? 'Withdrawing...' : 'Yes, Withdraw Return'}
        </Button>
      </div>
    </Dialog>
  )
}
