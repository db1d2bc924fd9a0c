import { useState } from 'react'
import { RECOVERY_CODES_PATH } from '#contracts/staff-paths'
import { api, isRefusal } from '../../lib/api-client.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { describeFailure } from '../../ui/form/use-contract-form.ts'
import { FormProblem, useStaffForm } from '../../ui/form/use-staff-form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const loadSchema = () => import('#contracts/staff').then(({ RenewCodesBody }) => RenewCodesBody)
const BLANK = { currentPassword: '' }
const FAILURE = { title: 'No new codes', description: 'The codes could not be made. The earlier ones still work.' }
/** They may have been made, and nobody has seen them. */
const NO_ANSWER = {
  title: 'No answer from the shop',
  description: 'The earlier codes may not work any more. Make new ones again, until you see them.',
}

/** Ten new recovery codes for the password; the earlier ones stop working. */
export function NewCodesDialog({
  onClose,
  onChanged,
}: {
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useStaffForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: (body) => api(RECOVERY_CODES_PATH, { method: 'POST', body }),
    async onSent({ recoveryCodes }) {
      setCodes(recoveryCodes)
      await onChanged()
    },
    async failure(error) {
      if (isRefusal(error)) return describeFailure(error, FAILURE, false)
      await soon(onChanged())
      return NO_ANSWER
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title="New recovery codes"
      description={codes === null ? 'The earlier codes stop working.' : undefined}
    >
      {codes === null ? (
        <Form form={form} className="grid gap-5">
          <PasswordField
            label="Current Password"
            error={form.errorOf('currentPassword')}
            {...form.register('currentPassword')}
            autoComplete="current-password"
          />
          <FormProblem problem={form.problem} />
          <DialogActions onCancel={onClose} sending="Making...">
            Make new codes
          </DialogActions>
        </Form>
      ) : (
        <div className="grid gap-5">
          <RecoveryCodes codes={codes} />
          <Button onClick={onClose}>I have kept them</Button>
        </div>
      )}
    </Dialog>
  )
}
