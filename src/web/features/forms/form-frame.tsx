import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import type { ContractForm } from '../../ui/form/use-contract-form.ts'

interface FormFrameProps<Fields extends FieldValues, Checked> {
  readonly form: ContractForm<Fields, Checked>
  readonly label: string
  readonly submit: string
  readonly submitting: string
  /** Beside the button. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** A form's fields in two columns, the offline notice, and its button. */
export function FormFrame<Fields extends FieldValues, Checked>({
  form,
  label,
  submit,
  submitting,
  note,
  children,
}: FormFrameProps<Fields, Checked>) {
  return (
    <Form form={form} aria-label={label} className="grid gap-5 sm:grid-cols-2">
      {children}
      <div className="grid gap-4 sm:col-span-2">
        <OfflineNote action="send it" className="empty:-mb-4" />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <SubmitButton size="large" sending={submitting} className="max-sm:w-full">
            {submit}
          </SubmitButton>
          {note !== undefined && <p className="text-sm text-soft">{note}</p>}
        </div>
      </div>
    </Form>
  )
}

interface SentNoteProps {
  readonly title: string
  readonly children: ReactNode
  /** Ways on. */
  readonly actions?: ReactNode
}

/** Replaces a form that was sent: reference number and promised reply. Takes the focus, so that it is read aloud. */
export function SentNote({ title, children, actions }: SentNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div
      role="status"
      className="grid justify-items-start gap-3 rounded border border-line border-t-4 border-t-ok bg-sheet p-6 sm:p-8"
    >
      <CircleCheck aria-hidden="true" className="size-8 text-ok" strokeWidth={1.75} />
      <h3 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h3>
      <div className="grid max-w-[60ch] gap-2">{children}</div>
      {actions !== undefined && <div className="mt-2 flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}

/** A number to note down. */
export function Reference({ children }: { readonly children: string }) {
  return <strong className="figures text-xl font-bold whitespace-nowrap">{children}</strong>
}
