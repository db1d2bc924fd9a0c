import { OWN_PASSKEYS_PATH } from '#contracts/staff-paths'
import { api } from '../../lib/api-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { FormProblem, useStaffForm } from '../../ui/form/use-staff-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'

const loadSchema = () => import('#contracts/passkeys').then(({ RenamePasskeyBody }) => RenamePasskeyBody)

/** Gives a passkey another name in the shop; the device keeps its own. */
export function RenamePasskeyDialog({
  passkey: { id, name },
  onClose,
  onChanged,
}: {
  readonly passkey: { readonly id: string; readonly name: string }
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}) {
  const closeAfter = useWhileShown(onClose)
  const form = useStaffForm({
    schema: loadSchema,
    defaultValues: { name },
    async send(body) {
      await api(`${OWN_PASSKEYS_PATH}/${id}`, { method: 'PATCH', body })
      return body.name
    },
    async onSent(renamed) {
      toast({ title: 'Passkey renamed', description: renamed })
      closeAfter()
      await onChanged()
    },
    failure: { title: 'Not renamed', description: 'The passkey could not be renamed.' },
  })
  return (
    <Dialog
      onClose={onClose}
      title="Rename this passkey"
      description="Only here: your device keeps the name that it gave."
    >
      <Form form={form} className="grid gap-5">
        <Field label="Name" error={form.errorOf('name')}>
          <TextInput {...form.register('name')} autoComplete="off" maxLength={60} />
        </Field>
        <FormProblem problem={form.problem} />
        <DialogActions onCancel={onClose} sending="Saving...">
          Save name
        </DialogActions>
      </Form>
    </Dialog>
  )
}
