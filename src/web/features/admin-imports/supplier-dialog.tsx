import { useState } from 'react'
import type { Supplier, SupplierBody } from '#contracts/suppliers'
import { rebase } from '../../lib/rebase.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { describeFailure } from '../../ui/form/use-contract-form.ts'
import { FormProblem, useStaffForm } from '../../ui/form/use-staff-form.tsx'
import { PeopleHere } from '../../ui/people-here.tsx'
import { RebasedNote } from '../../ui/rebased-note.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'
import { saveSupplier, supplierAfterConflict } from './import-calls.ts'

interface Fields {
  name: string
  key: SupplierBody['key']
  rule: 'none' | 'cost' | 'list'
  percent: string
  rounding: NonNullable<SupplierBody['priceRule']>['rounding']
  whenLeft: SupplierBody['whenLeft']
}

const KEYS = [
  { value: 'sku', label: 'SKU: their numbers are ours' },
  { value: 'gtin', label: 'EAN or UPC' },
  { value: 'name', label: 'Brand and name' },
]
const RULES = [
  { value: 'none', label: 'Sell at the price of the list' },
  { value: 'cost', label: 'Add percent to the price of the list' },
  { value: 'list', label: 'Take percent off the original price' },
]
const ROUNDINGS = [
  { value: 'cent', label: 'To a cent' },
  { value: 'ending-99', label: 'Up to .99' },
  { value: 'dollar', label: 'Up to a whole dollar' },
]
const WHEN_LEFT = [
  { value: 'keep', label: 'Leave them as they are' },
  { value: 'sold-out', label: 'Sell them out: stock 0' },
]

const FAILURE = { title: 'Not saved', description: 'The supplier could not be saved. Please try again.' }

const loadSchema = () => import('#contracts/suppliers').then(({ SupplierForm }) => SupplierForm)

function fieldsOf(supplier: Supplier | null): Fields {
  return {
    name: supplier?.name ?? '',
    key: supplier?.key ?? 'sku',
    rule: supplier?.priceRule?.base ?? 'none',
    percent: supplier?.priceRule ? String(supplier.priceRule.percent) : '',
    rounding: supplier?.priceRule?.rounding ?? 'cent',
    whenLeft: supplier?.whenLeft ?? 'keep',
  }
}

const LABELS: Readonly<Record<keyof Fields, string>> = {
  name: 'Name',
  key: 'A row finds its product by',
  rule: 'Our price',
  percent: 'Percent',
  rounding: 'Rounding',
  whenLeft: 'Products that left their list',
}

/** What a field says, as its select names it. */
function inWords(field: keyof Fields, fields: Fields): string {
  const options = { key: KEYS, rule: RULES, rounding: ROUNDINGS, whenLeft: WHEN_LEFT, name: [], percent: [] }[field]
  return options.find(({ value }) => value === fields[field])?.label ?? fields[field]
}

/** Who sends price lists, and how the shop deals with what they send. @param supplier null for a new one */
export function SupplierDialog({
  supplier,
  onClose,
  onSaved,
}: {
  readonly supplier: Supplier | null
  readonly onClose: () => void
  readonly onSaved: (saved: Supplier) => void | Promise<void>
}) {
  /** The supplier as it was when the form was opened, or as somebody else has changed it since. */
  const [known, setKnown] = useState(supplier)
  const [contested, setContested] = useState<readonly { label: string; theirs: string }[] | null>(null)
  const closeAfter = useWhileShown(onClose)
  const form = useStaffForm<Fields, SupplierBody, Supplier>({
    schema: loadSchema,
    defaultValues: fieldsOf(supplier),
    send: (body) => saveSupplier(known, body),
    onSent: finish,
    async failure(error) {
      const now = await supplierAfterConflict(error, known?.id)
      if (now === null) return describeFailure(error, FAILURE, false)
      const theirs = fieldsOf(now)
      const rebased = rebase(fieldsOf(known), theirs, form.getValues())
      if (rebased.isSaved) {
        await finish(now)
        return null
      }
      setKnown(now)
      setContested(rebased.contested.map((field) => ({ label: LABELS[field], theirs: inWords(field, theirs) })))
      form.reset(rebased.fields)
      return null
    },
  })
  async function finish(saved: Supplier): Promise<void> {
    closeAfter()
    toast({ title: 'Supplier saved', description: saved.name })
    await onSaved(saved)
  }

  const { register, errorOf, watch } = form
  const rule = watch('rule')
  const { isDirty } = form.formState

  return (
    <Dialog
      onClose={onClose}
      title={supplier === null ? 'New supplier' : supplier.name}
      description="Their columns, number formats and groups are kept when a list of theirs is imported."
    >
      {supplier !== null && (
        <PeopleHere
          kind="supplier"
          id={supplier.id}
          isEditing={isDirty || contested !== null}
          className="not-empty:mb-4"
        />
      )}
      <Form form={form} className="grid gap-5">
        <Field label={LABELS.name} error={errorOf('name')}>
          <TextInput {...register('name')} maxLength={80} autoComplete="off" />
        </Field>
        <Field label={LABELS.key} error={errorOf('key')}>
          <Select {...register('key')} options={KEYS} />
        </Field>
        <Field
          label={LABELS.rule}
          error={errorOf('rule')}
          {...(rule === 'cost' ? { hint: 'The column that goes to Price is then what you pay.' } : {})}
        >
          <Select {...register('rule')} options={RULES} />
        </Field>
        {rule !== 'none' && (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={LABELS.percent} error={errorOf('percent')}>
              <TextInput {...register('percent')} inputMode="decimal" maxLength={6} autoComplete="off" />
            </Field>
            <Field label={LABELS.rounding} error={errorOf('rounding')}>
              <Select {...register('rounding')} options={ROUNDINGS} />
            </Field>
          </div>
        )}
        <Field
          label={LABELS.whenLeft}
          error={errorOf('whenLeft')}
          hint="When more than 20 % of them are gone, the import asks first."
        >
          <Select {...register('whenLeft')} options={WHEN_LEFT} />
        </Field>
        {contested !== null && <RebasedNote thing="supplier" contested={contested} />}
        <FormProblem problem={form.problem} />
        <DialogActions onCancel={onClose} sending="Saving...">
          Save supplier
        </DialogActions>
      </Form>
    </Dialog>
  )
}
