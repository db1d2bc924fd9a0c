import { useEffect, useRef } from 'react'
import { OWN_PASSKEYS_PATH, PASSKEY_OPTIONS_PATH } from '#contracts/staff-paths'
import { api, isRefusal } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { makePasskey, NO_PASSKEY_GIVEN, passkeyProblem, preloadPasskeys } from '../../lib/passkeys.ts'
import { soon } from '../../lib/soon.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { FormProblem, useStaffForm } from '../../ui/form/use-staff-form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'

const loadSchema = () => import('#contracts/passkeys').then(({ NewPasskeyForm }) => NewPasskeyForm)
const BLANK = { name: '', currentPassword: '' }
/** It may have been added. */
const NO_ANSWER = {
  title: 'No answer from the shop',
  description: 'Look whether the passkey is in the list. If it is not, delete it on your device and add it again.',
}

/** Adds a passkey for the current password: the browser makes it, the shop gets its public half. */
export function AddPasskeyDialog({
  email,
  onClose,
  onChanged,
}: {
  readonly email: string
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}) {
  useEffect(preloadPasskeys, [])
  const closeAfter = useWhileShown(onClose)
  /** The browser has made it, and it was sent to the shop. */
  const isSent = useRef(false)
  const form = useStaffForm({
    schema: loadSchema,
    defaultValues: BLANK,
    async send({ name, currentPassword }) {
      isSent.current = false
      const options = await api(PASSKEY_OPTIONS_PATH, { method: 'POST', body: { currentPassword } })
      const credential = await makePasskey(options)
      isSent.current = true
      await api(OWN_PASSKEYS_PATH, { method: 'POST', body: { name, credential } })
      return name
    },
    async onSent(name) {
      toast({ title: 'Passkey added', description: `${name} signs you in from now on.` })
      closeAfter()
      await onChanged()
    },
    async failure(error) {
      if (isSent.current && !isRefusal(error)) {
        await soon(onChanged())
        return NO_ANSWER
      }
      const problem = passkeyProblem(error)
      const message = {
        title: 'No passkey was added',
        description: problem ?? errorMessage(error, 'The passkey could not be added.'),
      }
      if (problem !== NO_PASSKEY_GIVEN) return message
      // A person who cancels knows it: the form stays, and nothing is marked as wrong.
      toast(message)
      return null
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face or PIN, or for a security key."
    >
      <Form form={form} className="grid gap-5">
        <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
        <Field label="Name" error={form.errorOf('name')} hint="So that you know the device again, such as “My laptop”.">
          <TextInput {...form.register('name')} autoComplete="off" maxLength={60} />
        </Field>
        <PasswordField
          label="Current Password"
          error={form.errorOf('currentPassword')}
          {...form.register('currentPassword')}
          autoComplete="current-password"
        />
        <FormProblem problem={form.problem} />
        <DialogActions onCancel={onClose} sending="Waiting for your device...">
          Add passkey
        </DialogActions>
      </Form>
    </Dialog>
  )
}
