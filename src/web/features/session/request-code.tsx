import { useState } from 'react'
import { api, ApiError } from '../../lib/api-client.ts'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { codeDraft } from './code-steps.ts'

const loadSchema = () => import('#contracts/sessions').then(({ LoginCodeBody }) => LoginCodeBody)

/**
 * Has a sign-in code sent.
 * @param linkToken from the link in an earlier mail with a code; null for a customer who came without one
 * @throws ApiError TypeError
 */
export async function requestCode(email: string, linkToken: string | null): Promise<string> {
  await api('/api/login/code', { method: 'POST', body: { email, ...(linkToken !== null && { token: linkToken }) } })
  return email
}

/** What to say when a code could not be asked for. */
export function requestFailure(error: unknown) {
  const description = (error instanceof ApiError && error.body?.message) || 'Please check the connection and try again.'
  return { title: 'No code was sent', description }
}

interface RequestCodeProps {
  readonly linkToken: string | null
  readonly onRequested: (email: string) => void
}

/** Asks where the code goes. */
export function RequestCode({ linkToken, onRequested }: RequestCodeProps) {
  const [draft] = useState(codeDraft)
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { email: '' },
    isPrerendered: true,
    draft,
    send: ({ email }) => requestCode(email, linkToken),
    onSent: onRequested,
    failure: requestFailure,
  })
  const { register, errorOf } = form
  return (
    <Form form={form} className="grid gap-5">
      <ContactField {...register('email')} error={errorOf('email')} autoComplete="username" />
      <div>
        <OfflineNote action="ask for the code" className="not-empty:mb-4" />
        <SubmitButton size="large" wide sending="Sending...">
          Email Me a Code
        </SubmitButton>
      </div>
    </Form>
  )
}
