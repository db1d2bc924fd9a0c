import { useState } from 'react'
import type { AlertKind, AskedAlert } from '#contracts/alerts'
import type { User } from '#contracts/identity'
import { api } from '../../lib/api-client.ts'
import { formDraft } from '../../lib/drafts.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { describeFailure, useContractForm } from '../../ui/form/use-contract-form.ts'
import { Note } from '../../ui/note.tsx'

const loadSchema = () => import('#contracts/alerts').then(({ AlertAddress }) => AlertAddress)

const WORDS: Readonly<Record<AlertKind, { readonly title: string; readonly when: string }>> = {
  'back-in-stock': { title: 'Tell me when it is back', when: 'when it is in stock again' },
  'price-drop': { title: 'Tell me when the price drops', when: 'when it costs less than today' },
}

/** What became of the request. */
interface Asked {
  readonly email: string
  /** Ends the request; null while the address is still to be confirmed by a mail. */
  readonly token: string | null
}

interface AlertDialogProps {
  readonly product: { readonly id: number; readonly name: string }
  readonly kind: AlertKind
  readonly onClose: () => void
}

/** Asks where the mail goes, and says what comes next. */
export function AlertDialog({ product, kind, onClose }: AlertDialogProps) {
  const { user, isLoading } = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { title, when } = WORDS[kind]
  return (
    <Dialog onClose={onClose} title={title} description={`${product.name}: one email, ${when}.`}>
      {asked !== null ? (
        <Answer asked={asked} when={when} onClose={onClose} />
      ) : isLoading ? (
        <p role="status" className="text-soft">
          One moment...
        </p>
      ) : (
        <AlertForm user={user} alert={{ productId: product.id, kind }} onAsked={setAsked} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface AlertFormProps {
  readonly user: User | null
  readonly alert: AskedAlert
  readonly onAsked: (asked: Asked) => void
  readonly onClose: () => void
}

function AlertForm({ user, alert, onAsked, onClose }: AlertFormProps) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { email: user?.email ?? '' },
    draft: formDraft('product-alert', { email: '' }),
    send: ({ email }) => request(user, alert, email),
    onSent: onAsked,
    failure: (error) =>
      describeFailure(error, { title: 'Not noted', description: 'Something went wrong. Please try again.' }, true),
  })
  const { register, errorOf } = form
  return (
    <Form form={form} className="grid gap-5">
      <ContactField {...register('email')} error={errorOf('email')} />
      <p className="text-sm text-soft">
        We use the address for this email only. A link in it ends the request; without one it ends after a year.
      </p>
      <DialogActions onCancel={onClose} sending="Sending...">
        Tell me
      </DialogActions>
    </Form>
  )
}

/** A customer's own, proved address needs no mail to confirm it. @throws ApiError TypeError */
async function request(user: User | null, alert: AskedAlert, email: string): Promise<Asked> {
  if (user?.isEmailVerified === true && user.email === email) {
    const { token } = await api<{ token: string }>('/api/user/alerts', { method: 'POST', body: alert })
    return { email, token }
  }
  await api('/api/alerts', { method: 'POST', body: { ...alert, email } })
  return { email, token: null }
}

function Answer({
  asked: { email, token },
  when,
  onClose,
}: {
  readonly asked: Asked
  readonly when: string
  readonly onClose: () => void
}) {
  const [isEnded, setEnded] = useState(false)
  const {
    run: end,
    isBusy,
    problem,
  } = useAction(async () => {
    await api('/api/alerts/end', { method: 'POST', body: { token } })
    setEnded(true)
  }, 'The request was not ended. Please try again.')
  return (
    <div className="grid gap-5">
      <div role="status">
        {isEnded ? (
          <Note>We do not write to you about it.</Note>
        ) : token === null ? (
          <Note>
            <strong>Please confirm it.</strong> We have sent an email to{' '}
            <span className="[overflow-wrap:anywhere]">{email}</span>; open its link and press the button there. If you
            have asked us for this before, there is nothing left to do.
          </Note>
        ) : (
          <Note tone="success">
            <strong>Noted.</strong> We write to <span className="[overflow-wrap:anywhere]">{email}</span> once, {when}.
          </Note>
        )}
      </div>
      {problem !== null && (
        <Note tone="error" role="alert">
          {problem}
        </Note>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {token !== null && !isEnded && (
          <Button variant="quiet" aria-disabled={isBusy} onClick={() => end()}>
            {isBusy ? 'Ending...' : 'Never mind'}
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
