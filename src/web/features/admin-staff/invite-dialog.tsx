import { STAFF_MEMBERS_PATH } from '#contracts/staff-paths'
import { ROLE_LABELS, STAFF_ROLES, type StaffRole } from '#contracts/staff-roles'
import { apiOnce } from '../../lib/api-once.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { FormProblem, useStaffForm } from '../../ui/form/use-staff-form.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'

const loadSchema = () => import('#contracts/staff').then(({ InviteBody }) => InviteBody)
const BLANK: { name: string; email: string; role: StaffRole } = { name: '', email: '', role: 'orders' }

export const ROLE_OPTIONS = STAFF_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role].name }))

/** Whom to invite, and what they may do. */
export function InviteDialog({
  onClose,
  onInvited,
}: {
  readonly onClose: () => void
  readonly onInvited: () => Promise<void>
}) {
  const closeAfter = useWhileShown(onClose)
  const form = useStaffForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: async (person) => {
      await apiOnce(STAFF_MEMBERS_PATH, person)
      return person
    },
    async onSent({ name, email }) {
      closeAfter()
      toast({ title: 'Invitation sent', description: `${name} gets a link at ${email}. It works for three days.` })
      await onInvited()
    },
    failure: { title: 'Not invited', description: 'The invitation could not be sent. Please try again.' },
  })
  const { register, errorOf } = form

  return (
    <Dialog
      onClose={onClose}
      title="Invite a person"
      description="They get a mail with a link, choose a password, and set up an authenticator app."
    >
      <Form form={form} className="grid gap-5">
        <Field label="Name" error={errorOf('name')} hint="As the log is to name them.">
          <TextInput {...register('name')} maxLength={80} autoComplete="off" />
        </Field>
        <Field label="Email" error={errorOf('email')}>
          <TextInput {...register('email')} type="email" inputMode="email" maxLength={254} autoComplete="off" />
        </Field>
        <Field label="Role" error={errorOf('role')}>
          <Select {...register('role')} options={ROLE_OPTIONS} />
        </Field>
        <RoleList />
        <FormProblem problem={form.problem} />
        <DialogActions onCancel={onClose} sending="Sending...">
          Send invitation
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** What each role is for. */
function RoleList() {
  return (
    <dl className="grid gap-1.5 rounded border border-line px-4 py-3 text-sm">
      {STAFF_ROLES.map((role) => (
        <div key={role} className="flex flex-wrap gap-x-2">
          <dt className="font-semibold">{ROLE_LABELS[role].name}:</dt>
          <dd className="text-soft">{ROLE_LABELS[role].description}</dd>
        </div>
      ))}
    </dl>
  )
}
