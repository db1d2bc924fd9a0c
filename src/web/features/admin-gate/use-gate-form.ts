import type { FieldPath, FieldValues } from 'react-hook-form'
import { useContractForm, type ContractForm, type ContractFormOptions } from '../../ui/form/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'
import { UNREACHABLE, type UnlockOutcome } from './unlock.ts'

interface GateFormOptions<Fields extends FieldValues, Checked> extends Pick<
  ContractFormOptions<Fields, Checked, UnlockOutcome>,
  'schema' | 'defaultValues' | 'send'
> {
  /** Where it is said why somebody is not let in. */
  readonly field: FieldPath<Fields>
  /** What is said of a wrong password. */
  readonly denied: string
  readonly onGranted: () => void
}

/** A form that opens the gate of the back office. */
export function useGateForm<Fields extends FieldValues, Checked>({
  field,
  denied,
  onGranted,
  ...options
}: GateFormOptions<Fields, Checked>): ContractForm<Fields, Checked> {
  const form = useContractForm<Fields, Checked, UnlockOutcome>({
    ...options,
    onSent(outcome) {
      if (outcome.kind === 'granted') onGranted()
      else showDenied(outcome.kind === 'denied' ? denied : outcome.message)
    },
    failure() {
      showDenied(UNREACHABLE)
      return null
    },
  })
  function showDenied(message: string): void {
    toast({ title: 'Access Denied', description: message, variant: 'destructive' })
    form.setError(field, { type: 'server', message })
    form.setFocus(field, { shouldSelect: true })
  }
  return form
}
