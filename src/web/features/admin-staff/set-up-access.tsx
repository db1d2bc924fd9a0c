import { useState } from 'react'
import { INVITATION_PATH } from '#contracts/api-paths'
import type { OpenedInvitation } from '#contracts/staff'
import { ROLE_LABELS } from '#contracts/staff-roles'
import { api, isRefusal } from '../../lib/api-client.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { describeFailure } from '../../ui/form/use-contract-form.ts'
import { FormProblem, useStaffForm } from '../../ui/form/use-staff-form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const loadSchema = () => import('#contracts/staff').then(({ AcceptInvitationForm }) => AcceptInvitationForm)
const BLANK = { password: '', confirmPassword: '', code: '' }
const FAILURE = { title: 'Not set up', description: 'Your access could not be set up. Please try again.' }
/** It may be set up, and nobody has seen its recovery codes. */
const NO_ANSWER = {
  title: 'No answer from the shop',
  description:
    'Try again. If the link does not work any more, your access is set up: sign in, and make new recovery codes under My access.',
}

interface SetUpAccessProps {
  readonly token: string
  readonly invitation: OpenedInvitation
  /** The invitation is used up: the person is signed in. */
  readonly onAccepted: () => void
  readonly onDone: () => void
}

/** A password, an authenticator app and its first code; then the recovery codes. */
export function SetUpAccess({ token, invitation, onAccepted, onDone }: SetUpAccessProps) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const { name, email, role, secret, uri, setup, expiresAt } = invitation
  const form = useStaffForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: ({ password, code }) => api(INVITATION_PATH, { method: 'POST', body: { token, setup, password, code } }),
    onSent(answer) {
      setRecoveryCodes(answer.recoveryCodes)
      onAccepted()
    },
    failure: (error) => (isRefusal(error) ? describeFailure(error, FAILURE, false) : NO_ANSWER),
  })
  const { register, errorOf } = form

  if (recoveryCodes !== null) return <KeepCodes codes={recoveryCodes} onDone={onDone} />
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          Welcome, {name}
        </h1>
        <p className="text-soft">
          You get access to the back office as <strong>{ROLE_LABELS[role].name}</strong>.{' '}
          {ROLE_LABELS[role].description} This link works until {formatShopTime(expiresAt)}.
        </p>
      </div>
      <Form form={form} className="grid gap-6">
        <fieldset className="grid gap-4">
          <legend className="mb-3 text-xl font-semibold">1. Choose a password</legend>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            label="Password"
            error={errorOf('password')}
            {...register('password', { deps: ['confirmPassword'] })}
            autoComplete="new-password"
            hint="At least 8 characters. A few unrelated words make a strong password."
          />
          <PasswordField
            label="Confirm Password"
            error={errorOf('confirmPassword')}
            {...register('confirmPassword')}
            autoComplete="new-password"
          />
        </fieldset>
        <AuthenticatorStep secret={secret} uri={uri} />
        <fieldset className="grid gap-4">
          <legend className="mb-3 text-xl font-semibold">3. Type the code that it shows</legend>
          <Field label="Code" error={errorOf('code')} hint="Six digits; a new one comes every 30 seconds.">
            <TextInput
              {...register('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              className="max-w-48 font-mono text-lg tracking-widest"
            />
          </Field>
        </fieldset>
        <OfflineNote action="set up your access" />
        <FormProblem problem={form.problem} />
        <SubmitButton size="large" wide sending="Setting up...">
          Set up my access
        </SubmitButton>
      </Form>
    </div>
  )
}

function AuthenticatorStep({ secret, uri }: Pick<OpenedInvitation, 'secret' | 'uri'>) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-xl font-semibold">2. Set up an authenticator app</legend>
      <p className="text-sm text-soft">
        Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator, 1Password or Aegis.
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={uri} label="QR code for the authenticator app" />
        <p className="min-w-0 flex-1 basis-48 text-sm">
          No camera? Type this key into the app:
          <code className="mt-1 block font-mono font-semibold break-all select-all">
            {(secret.match(/.{1,4}/g) ?? []).join(' ')}
          </code>
        </p>
      </div>
    </fieldset>
  )
}

/** The person is signed in; the codes are shown this once. */
function KeepCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  return (
    <div className="grid gap-5">
      <h1 tabIndex={-1} className="text-3xl">
        Keep your recovery codes
      </h1>
      <RecoveryCodes codes={codes} />
      <Button size="large" wide onClick={onDone}>
        I have kept them: open the back office
      </Button>
    </div>
  )
}
