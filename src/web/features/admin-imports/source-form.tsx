import type { SourceBody, Supplier } from '#contracts/suppliers'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, FieldError, Select, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { FormProblem } from '../../ui/form/use-staff-form.tsx'
import type { ContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { RebasedNote } from '../../ui/rebased-note.tsx'
import { LABELS, SIGN_INS, useSourceForm } from './use-source-form.ts'

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
  const { form, people, contested } = useSourceForm(supplier, onSaved)
  const { register, errorOf, watch } = form
  const { isDirty } = form.formState
  const [signIn, isOn] = [watch('signIn'), watch('isOn')]
  return (
    <Form form={form} className="grid gap-5">
      <PeopleHere
        kind="supplier"
        id={supplier.id}
        isEditing={isDirty || contested !== null}
        className="empty:sr-only"
      />
      <Field label={LABELS.url} error={errorOf('url')} hint="A CSV or Excel workbook behind https://">
        <TextInput {...register('url')} type="url" inputMode="url" maxLength={2000} autoComplete="off" />
      </Field>
      <Field label={LABELS.signIn} error={errorOf('signIn')}>
        <Select {...register('signIn')} options={SIGN_INS} />
      </Field>
      {signIn !== 'none' && <SignInFields form={form} signIn={signIn} hasSecret={supplier.source?.signIn === signIn} />}
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
      {contested !== null && <RebasedNote thing="supplier" contested={contested} />}
      <FormProblem problem={form.problem} />
      <DialogActions onCancel={onClose} sending="Saving...">
        Save
      </DialogActions>
    </Form>
  )
}

/** By what the supplier's server knows the shop. */
function SignInFields({
  form: { register, errorOf },
  signIn,
  hasSecret,
}: {
  readonly form: ContractForm<SourceBody, SourceBody>
  readonly signIn: 'password' | 'header'
  /** Whether the shop keeps one for this kind of sign-in. */
  readonly hasSecret: boolean
}) {
  const isPassword = signIn === 'password'
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={isPassword ? 'User name' : 'Name of the header'} error={errorOf('signInName')}>
        <TextInput {...register('signInName')} maxLength={100} autoComplete="off" spellCheck={false} />
      </Field>
      <PasswordField
        {...register('secret')}
        label={isPassword ? 'Password' : 'Token'}
        error={errorOf('secret')}
        hint={hasSecret ? 'Kept. Type one to replace it.' : 'Kept sealed, and never shown again.'}
        maxLength={500}
        autoComplete="new-password"
      />
    </div>
  )
}
