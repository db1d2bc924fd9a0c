import { useEffect, useState } from 'react'
import type { SessionBody } from '#contracts/identity'
import { api, ApiError } from '../../lib/api-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { RESEND_AFTER_MS } from './code-steps.ts'
import { requestCode, requestFailure } from './request-code.tsx'

const loadSchema = () => import('#contracts/sessions').then(({ LoginCodeProof }) => LoginCodeProof)

interface EnterCodeProps {
  readonly email: string
  readonly linkToken: string | null
  /** When the newest code was asked for, in ms since 1970. */
  readonly requestedAt: number
  readonly onRequestedAgain: () => void
  readonly onOtherAddress: () => void
  readonly onVerified: (session: SessionBody) => Promise<void>
}

/** Takes the code of the mail (specification 2, section 5), and asks for another one. */
export function EnterCode({
  email,
  linkToken,
  requestedAt,
  onRequestedAgain,
  onOtherAddress,
  onVerified,
}: EnterCodeProps) {
  const [hasNewCode, setHasNewCode] = useState(false)
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { email, otp: '' },
    send: (proof) => api<SessionBody>('/api/login/code/verify', { method: 'POST', body: proof }),
    onSent: onVerified,
    failure(error) {
      setHasNewCode(false)
      const isAnswer = error instanceof ApiError && error.body !== null
      return {
        title: 'Login failed',
        description: isAnswer
          ? error.body.message
          : 'Please check the connection and try again. Your code still works.',
      }
    },
  })
  const { register, errorOf, resetField, setFocus } = form

  const again = useAction(
    async () => {
      await requestCode(email, linkToken)
      resetField('otp')
      setHasNewCode(true)
      onRequestedAgain()
      setFocus('otp')
    },
    (error) => {
      toast({ ...requestFailure(error), variant: 'destructive' })
      return null
    },
  )

  // The visitor came here by a press: the next thing is to type.
  useEffect(() => setFocus('otp'), [setFocus])

  return (
    <Form form={form} className="grid gap-5">
      <Field label="Code" error={errorOf('otp')} required>
        <TextInput
          {...register('otp')}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          spellCheck={false}
          className="max-w-64 text-2xl font-semibold tracking-[0.3em] tabular-nums"
        />
      </Field>
      <div role="status" className="empty:hidden">
        {hasNewCode && (
          <Note tone="success" size="small">
            A new code is on its way. Only the newest one works.
          </Note>
        )}
      </div>
      <div>
        <OfflineNote action="sign in" className="not-empty:mb-4" />
        <SubmitButton size="large" wide sending="Checking...">
          Sign In
        </SubmitButton>
      </div>
      <div className="grid gap-2 text-sm text-soft">
        <p>No email yet? It can take a minute, and may be in the spam folder.</p>
        <div className="-ml-4 flex flex-wrap">
          <ResendButton requestedAt={requestedAt} isBusy={again.isBusy} onPress={() => again.run()} />
          <Button variant="ghost" size="small" onClick={onOtherAddress}>
            Use another address
          </Button>
        </div>
      </div>
    </Form>
  )
}

interface ResendButtonProps {
  readonly requestedAt: number
  readonly isBusy: boolean
  readonly onPress: () => void
}

/** Can be pressed half a minute after the last code was asked for; until then it says how long that is. */
function ResendButton({ requestedAt, isBusy, onPress }: ResendButtonProps) {
  const [hasWaited, setHasWaited] = useState(false)
  const now = useNow(1000, !hasWaited, Date.now)
  const left = Math.min(RESEND_AFTER_MS, Math.max(0, requestedAt + RESEND_AFTER_MS - now))
  if (hasWaited !== (left === 0)) setHasWaited(left === 0)
  const seconds = Math.ceil(left / 1000)
  return (
    <Button
      variant="flush"
      size="small"
      disabled={left > 0}
      aria-disabled={isBusy}
      onClick={onPress}
      className="tabular-nums"
    >
      {isBusy
        ? 'Sending...'
        : left > 0
          ? `Send a new code in 0:${String(seconds).padStart(2, '0')}`
          : 'Send a new code'}
    </Button>
  )
}
