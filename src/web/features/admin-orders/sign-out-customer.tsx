import { useState } from 'react'
import { customerSessionsPath } from '#contracts/staff-paths'
import { api } from '../../lib/api-client.ts'
import { formatCount } from '../../lib/format.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'

/** Ends all sessions of an order's customer, for example after they lost a telephone; asks once more. */
export function SignOutCustomer({ customerId, name }: { readonly customerId: string; readonly name: string }) {
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, problem } = useAction(async () => {
    const { count } = await api(customerSessionsPath(customerId), { method: 'DELETE' })
    setAsking(false)
    toast({
      title: 'Customer signed out',
      description:
        count === 0 ? `${name} was not signed in anywhere.` : `${formatCount(count, 'session')} of ${name} ended.`,
    })
  }, 'The customer could not be signed out.')
  if (!useMay('customers.write')) return null
  return (
    <div className="mt-1 grid justify-items-start gap-1">
      <Button variant="quiet" size="small" aria-disabled={isBusy} onClick={() => (isAsking ? run() : setAsking(true))}>
        {isBusy ? 'Signing out...' : isAsking ? 'Yes, sign out everywhere' : 'Sign customer out'}
      </Button>
      <Alert message={problem} />
    </div>
  )
}
