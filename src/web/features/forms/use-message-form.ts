import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiError } from '../../lib/api-client.ts'
import { formDraft } from '../../lib/drafts.ts'
import type { FormCheck } from '../../lib/lazy-resolver.ts'
import { useContractForm, type ContractForm } from '../../ui/form/use-contract-form.ts'
import { withoutFilled } from './profile-fields.ts'
import { useProfileFields } from './use-profile-fields.ts'

export interface MessageFormOptions<Fields extends FieldValues, Checked, Answer> {
  /** Names the form's draft. */
  readonly name: string
  readonly schema: () => Promise<FormCheck<Fields, Checked>>
  /** The empty form, with every field. */
  readonly blank: Fields
  readonly send: (checked: Checked) => Promise<Answer>
  readonly onSent: (answer: Answer) => void
  readonly failure: { readonly title: string; readonly description: string }
}

/**
 * The shared behavior of the message forms: they know a signed-in customer's name and email, keep a draft, and are as they
 * opened once they were sent.
 */
export function useMessageForm<Fields extends FieldValues, Checked, Answer>({
  name,
  schema,
  blank,
  send,
  onSent,
  failure,
}: MessageFormOptions<Fields, Checked, Answer>): ContractForm<Fields, Checked> {
  const [filled] = useState(() => new Map<string, string>())
  const [draft] = useState(() => withoutFilled(formDraft(name, blank), filled))
  const form = useContractForm<Fields, Checked, Answer>({
    schema,
    defaultValues: blank,
    isPrerendered: true,
    draft,
    send,
    onSent(answer) {
      form.reset({ ...blank, ...Object.fromEntries(filled) })
      onSent(answer)
    },
    failure: (error) => ({
      title: failure.title,
      // Of the server's sentences the limit's helps, which says when to try again, and what is wrong with a field.
      description:
        error instanceof ApiError && (error.status === 429 || error.body?.fields !== undefined)
          ? (error.body?.message ?? failure.description)
          : failure.description,
    }),
  })
  useProfileFields(form, blank, filled)
  return form
}
