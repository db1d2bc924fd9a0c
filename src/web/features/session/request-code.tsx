import { useState } from 'react'
import { api, ApiError } from '../../lib/api-client.ts'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { codeDraft } from './code-steps.ts'

const loadSchema = () => import('#contracts/sessions').then(({ LoginCodeBody }) => LoginCodeBody)

/** Has a sign-in code sent. @throws ApiError TypeError */
export async function requestCode(email: string): Promise<string> {
  await api('/api/login/code', { method: 'POST', body: { email } })
  return email
}

/** What to say when a code could not be asked for. */
export function requestFailure(error: unknown) {
  const description = (error instanceof ApiError && error.body?.message) || 'Please check the connection and try again.'
  return { title: 'No code was sent', description }
}

/** Asks where the code goes. */
export function RequestCode({ onRequested }: { readonly onRequested: (email: string) => void }) {
  const [draft] = useState(codeDraft)
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { email: '' },
    isPrerendered: true,
    draft,
    send: ({ email }) => requestCode(email),
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
