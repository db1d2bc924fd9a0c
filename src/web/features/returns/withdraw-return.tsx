import { useState } from 'react'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'

interface WithdrawReturnProps {
  /** "RMA-100001" */
  readonly number: string
  readonly onWithdraw: () => Promise<void>
}

/** Gives up a return that has not arrived, after a question. */
export function WithdrawReturn({ number, onWithdraw }: WithdrawReturnProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { run, isBusy } = useAction(
    async () => {
      await onWithdraw()
      setIsAsking(false)
      toast({ title: 'Return withdrawn', description: `${number} is withdrawn. We have sent you an email.` })
    },
    (error) => {
      setIsAsking(false)
      const description = errorMessage(error, 'Something went wrong. Please try again.')
      toast({ title: 'Return not withdrawn', description, variant: 'destructive' })
      return null
    },
  )
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)} aria-description={number}>
        Withdraw Return
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Withdraw return ${number}?`}
        description="You keep everything, and nothing is refunded. Please send nothing back with its slip."
      >
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={() => setIsAsking(false)}>
            Keep Return
          </Button>
          <Button onClick={() => run()} disabled={isBusy}>
            {isBusy ? 'Withdrawing...' : 'Yes, Withdraw Return'}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
