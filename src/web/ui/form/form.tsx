import { WifiOff } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { FormProvider, useFormState, type FieldValues } from 'react-hook-form'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useOnline } from '../../lib/use-online.ts'
import { usePageMark } from '../../lib/use-page-mark.ts'
import { Button } from '../button.tsx'
import type { ContractForm } from './use-contract-form.ts'
import { Note } from '../note.tsx'

interface FormProps<Fields extends FieldValues, Checked> extends Omit<ComponentProps<'form'>, 'form' | 'onSubmit'> {
  readonly form: ContractForm<Fields, Checked>
}

/** The form of `useContractForm`. What is within may use react-hook-form's context. */
export function Form<Fields extends FieldValues, Checked>({ form, children, ...props }: FormProps<Fields, Checked>) {
  return (
    <FormProvider {...form}>
      {/* post: what is sent before the script takes over never ends up in an address. */}
      <form method="post" noValidate {...props} onSubmit={form.submit}>
        {children}
      </form>
    </FormProvider>
  )
}

/**
 * Submits the surrounding form and shows that it is being sent. Until the page is hydrated the browser must not submit by
 * itself; a press of that time is repeated when it is (public/early-press.js). While it is sent the button keeps the focus:
 * the form itself sends once.
 */
export function SubmitButton({
  sending,
  disabled = false,
  children,
  ...props
}: Omit<ComponentProps<typeof Button>, 'type' | 'ref'> & { readonly sending: string }) {
  const { isSubmitting } = useFormState()
  const isHydrated = useHydrated()
  return (
    <Button
      {...props}
      {...(isHydrated ? { type: 'submit' } : { type: 'button', 'data-sends': '', onClick: submitForm })}
      disabled={disabled && !isSubmitting}
      aria-disabled={isSubmitting}
    >
      {isSubmitting ? sending : children}
    </Button>
  )
}

function submitForm({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
  currentTarget.form?.requestSubmit()
}

/** The end of a form in a dialog: the notice of a lost connection, Cancel and the submit button. */
export function DialogActions({
  onCancel,
  sending,
  disabled = false,
  children,
  className,
}: {
  readonly onCancel: () => void
  readonly disabled?: boolean
  readonly sending: string
  readonly children: ReactNode
  readonly className?: string
}) {
  return (
    <div className={className}>
      <OfflineNote className="not-empty:mb-4" action="save it" />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton sending={sending} disabled={disabled}>
          {children}
        </SubmitButton>
      </div>
    </div>
  )
}

/** Shows that the connection is lost and what that means for the form; announced to screen readers. */
export function OfflineNote({ action, className }: { readonly action: string; readonly className?: string }) {
  const isOnline = useOnline()
  usePageMark('offline-note', !isOnline)
  return (
    <div role="status" className={className}>
      {!isOnline && (
        <Note size="small" className="flex gap-3">
          <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          You are offline. What you typed is kept; {action} when the connection is back.
        </Note>
      )}
    </div>
  )
}
