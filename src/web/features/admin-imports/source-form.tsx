import type { SourceBody, Supplier } from '#contracts/suppliers'
import { useRead } from '../../lib/use-read.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, FieldError, Select, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { MAIL_RECIPIENTS_PATH, saveSource } from './import-calls.ts'

const SIGN_INS = [
  { value: 'none', label: 'No sign-in' },
  { value: 'password', label: 'User name and password' },
  { value: 'header', label: 'Token in a header' },
]
const OWNER_ALONE = ['owner']

const loadSchema = () => import('#contracts/suppliers').then(({ SourceBody: schema }) => schema)

function fieldsOf({ source }: Supplier): SourceBody {
  return {
    url: source?.url ?? '',
    signIn: source?.signIn ?? 'none',
    signInName: source?.signInName ?? '',
    secret: '',
    isOn: source?.isOn ?? true,
    time: source?.time ?? '05:00',
    mailTo: source?.mailTo ?? OWNER_ALONE,
  }
}

/** Where a supplier's list is, when it is fetched, and who gets a mail. */
export function SourceForm({
  supplier,
  onClose,
  onSaved,
}: {
  readonly supplier: Supplier
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}) {
  const { data: people = [] } = useRead(MAIL_RECIPIENTS_PATH)
  const form = useContractForm<SourceBody, SourceBody, void>({
    schema: loadSchema,
    defaultValues: fieldsOf(supplier),
    send: (body) => saveSource(supplier.id, { ...body, version: supplier.version }),
    async onSent() {
      toast({ title: 'Saved', description: `Where the list of ${supplier.name} is fetched` })
      await onSaved()
      form.setValue('secret', '')
    },
    failure: { title: 'Not saved', description: 'The address could not be saved. Please try again.' },
  })
  const { register, errorOf, watch } = form
  const [signIn, isOn] = [watch('signIn'), watch('isOn')]
  const hasSecret = supplier.source !== null && supplier.source.signIn === signIn
  return (
    <Form form={form} className="grid gap-5">
      <Field label="Address of the list" error={errorOf('url')} hint="A CSV or Excel workbook behind https://">
        <TextInput {...register('url')} type="url" inputMode="url" maxLength={2000} autoComplete="off" />
      </Field>
      <Field label="Sign-in" error={errorOf('signIn')}>
        <Select {...register('signIn')} options={SIGN_INS} />
      </Field>
      {signIn !== 'none' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={signIn === 'password' ? 'User name' : 'Name of the header'} error={errorOf('signInName')}>
            <TextInput {...register('signInName')} maxLength={100} autoComplete="off" spellCheck={false} />
          </Field>
          <PasswordField
            {...register('secret')}
            label={signIn === 'password' ? 'Password' : 'Token'}
            error={errorOf('secret')}
            hint={hasSecret ? 'Kept. Type one to replace it.' : 'Kept sealed, and never shown again.'}
            maxLength={500}
            autoComplete="new-password"
          />
        </div>
      )}
      <div className="grid gap-3">
        <Checkbox {...register('isOn')} label="Fetch and import it every day" />
        {isOn && (
          <Field label="Time" error={errorOf('time')} hint="Central Time, of the shop" className="max-w-48">
            <TextInput {...register('time')} type="time" />
          </Field>
        )}
      </div>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">Mail with what became of it to</legend>
        {people.map(({ id, name }) => (
          <Checkbox key={id} {...register('mailTo')} value={id} label={name} />
        ))}
        <FieldError message={errorOf('mailTo')} />
      </fieldset>
      <DialogActions onCancel={onClose} sending="Saving...">
        Save
      </DialogActions>
    </Form>
  )
}
