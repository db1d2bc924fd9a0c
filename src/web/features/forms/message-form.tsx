import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import type { ContractForm } from '../../ui/form/use-contract-form.ts'
import type { Accepted } from './form-fields.ts'
import { FormFrame, Reference, SentNote } from './form-frame.tsx'
import { replyTime } from './reply-time.ts'
import { useAccepted } from './use-accepted.ts'
import { useMessageForm, type MessageFormOptions } from './use-message-form.ts'

interface MessageFormProps<Fields extends FieldValues, Checked> extends Omit<
  MessageFormOptions<Fields, Checked, Accepted>,
  'onSent' | 'failure'
> {
  readonly label: string
  readonly submit: string
  readonly submitting: string
  /** Beside the button. */
  readonly note: string
  /** The title of the toast when sending failed. */
  readonly failureTitle: string
  /** Replaces the form once it was sent; `again` is the button that brings the form back. */
  readonly sent: { readonly title: string; readonly again: string; readonly description: (replyBy: string) => string }
  /** The fields. */
  readonly children: (form: ContractForm<Fields, Checked>) => ReactNode
}

/** A form that is replaced by a reference number and the time of the reply once it was sent. */
export function MessageForm<Fields extends FieldValues, Checked>({
  label,
  submit,
  submitting,
  note,
  failureTitle,
  sent,
  children,
  ...options
}: MessageFormProps<Fields, Checked>) {
  const { accepted, accept, forget } = useAccepted()
  const form = useMessageForm<Fields, Checked, Accepted>({
    ...options,
    onSent: accept,
    failure: { title: failureTitle, description: 'Nothing you typed is lost. Please try again in a moment.' },
  })

  if (accepted !== null) {
    return (
      <SentNote
        title={sent.title}
        actions={
          <Button variant="quiet" onClick={forget}>
            {sent.again}
          </Button>
        }
      >
        <p>
          Your reference number is <Reference>{accepted.reference}</Reference>.
        </p>
        <p>{sent.description(replyTime(accepted.replyBy))}</p>
      </SentNote>
    )
  }
  return (
    <FormFrame label={label} form={form} submit={submit} submitting={submitting} note={note}>
      {children(form)}
    </FormFrame>
  )
}
