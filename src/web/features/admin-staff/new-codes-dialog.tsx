import { useState } from 'react'
import { RECOVERY_CODES_PATH } from '#contracts/api-paths'
import { api } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const loadSchema = () => import('#contracts/staff').then(({ RenewCodesBody }) => RenewCodesBody)
const BLANK = { currentPassword: '' }

/** Ten new recovery codes for the password; the earlier ones stop working. */
export function NewCodesDialog({
  onClose,
  onChanged,
}: {
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: (body) => api(RECOVERY_CODES_PATH, { method: 'POST', body }),
    async onSent({ recoveryCodes }) {
      setCodes(recoveryCodes)
      await onChanged()
    },
    failure: { title: 'No new codes', description: 'The codes could not be made. The earlier ones still work.' },
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
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
