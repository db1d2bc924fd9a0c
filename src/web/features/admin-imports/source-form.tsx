import { useState } from 'react'
import type { SourceBody, Supplier } from '#contracts/suppliers'
import { rebase } from '../../lib/rebase.ts'
import { useRead } from '../../lib/use-read.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, FieldError, Select, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { describeFailure, useContractForm, type ContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { RebasedNote } from '../../ui/rebased-note.tsx'
import { toast } from '../../ui/toast.tsx'
import { MAIL_RECIPIENTS_PATH, saveSource, supplierAfterConflict } from './import-calls.ts'

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

const FAILURE = { title: 'Not saved', description: 'The address could not be saved. Please try again.' }

const LABELS: Readonly<Record<keyof SourceBody, string>> = {
  url: 'Address of the list',
  signIn: 'Sign-in',
  signInName: 'User name or header',
  secret: 'Password or token',
  isOn: 'Fetch and import it every day',
  time: 'Time',
  mailTo: 'Mail with what became of it to',
  version: 'Version',
}

function inWords(value: SourceBody[keyof SourceBody], nameOf: (personId: string) => string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(nameOf).join(', ')
  return SIGN_INS.find((option) => option.value === value)?.label ?? String(value ?? '')
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
  /** What is edited: as it was when the form was opened, saved, or changed by somebody else the last time. */
  const [base, setBase] = useState(() => ({ version: supplier.version, fields: fieldsOf(supplier) }))
  const [contested, setContested] = useState<readonly { label: string; theirs: string }[] | null>(null)
  const form: ContractForm<SourceBody, SourceBody> = useContractForm<SourceBody, SourceBody, SourceBody>({
    schema: loadSchema,
    defaultValues: fieldsOf(supplier),
    async send(body) {
      const sent = form.getValues()
      await saveSource(supplier.id, { ...body, version: base.version })
      return sent
    },
    onSent(sent): Promise<void> {
      return finish({ version: base.version + 1, fields: { ...sent, secret: '' } }, sent)
    },
    async failure(error) {
      const now = await supplierAfterConflict(error, supplier.id)
      if (now === null) return describeFailure(error, FAILURE, false)
      const theirs = fieldsOf(now)
      const rebased = rebase(base.fields, theirs, form.getValues())
      if (rebased.isSaved) {
        await finish({ version: now.version, fields: theirs }, form.getValues())
        return null
      }
      setBase({ version: now.version, fields: theirs })
      const nameOf = (personId: string) => people.find(({ id }) => id === personId)?.name ?? personId
      setContested(rebased.contested.map((field) => ({ label: LABELS[field], theirs: inWords(theirs[field], nameOf) })))
      form.reset(rebased.fields)
      return { title: FAILURE.title, description: 'Somebody else changed this supplier. What you typed is kept.' }
    },
  })
  /** @param sent what the fields held then; what was typed since is not saved yet, and stays */
  async function finish(saved: typeof base, sent: SourceBody): Promise<void> {
    const { fields } = rebase(sent, saved.fields, form.getValues())
    toast({ title: 'Saved', description: `Where the list of ${supplier.name} is fetched` })
    setContested(null)
    form.reset(saved.fields)
    form.reset(fields, { keepDefaultValues: true })
    setBase(saved)
    await onSaved()
  }

  const { register, errorOf, watch } = form
  const { isDirty } = form.formState
  const [signIn, isOn] = [watch('signIn'), watch('isOn')]
  const hasSecret = supplier.source !== null && supplier.source.signIn === signIn
  return (
    <Form form={form} className="grid gap-5">
      <PeopleHere
        kind="supplier"
        id={supplier.id}
        isEditing={isDirty || contested !== null}
        className="empty:sr-only"
      />
      {contested !== null && <RebasedNote thing="supplier" contested={contested} />}
      <Field label={LABELS.url} error={errorOf('url')} hint="A CSV or Excel workbook behind https://">
        <TextInput {...register('url')} type="url" inputMode="url" maxLength={2000} autoComplete="off" />
      </Field>
      <Field label={LABELS.signIn} error={errorOf('signIn')}>
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
        <Checkbox {...register('isOn')} label={LABELS.isOn} />
        {isOn && (
          <Field label={LABELS.time} error={errorOf('time')} hint="Central Time, of the shop" className="max-w-48">
            <TextInput {...register('time')} type="time" />
          </Field>
        )}
      </div>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">{LABELS.mailTo}</legend>
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
