import { useState } from 'react'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { toast } from '../../ui/toast.tsx'

const WithdrawReturnDialog = lazyDialog(() =>
  import('./withdraw-return-dialog.tsx').then((module) => module.WithdrawReturnDialog),
)

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
      {isAsking && (
        <WithdrawReturnDialog
          number={number}
          isBusy={isBusy}
          onClose={() => setIsAsking(false)}
          onWithdraw={() => run()}
        />
      )}
    </>
  )
}
