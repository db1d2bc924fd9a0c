import { useState } from 'react'
import type { BulkEditBody } from '#contracts/bulk-edits'
import { CATEGORY_OPTIONS } from '../../lib/categories.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { EMPTY_BULK_EDIT, readBulkEdit, type BulkEditDraft } from './bulk-edit-draft.ts'

interface BulkEditFormProps {
  readonly isBusy: boolean
  readonly problem: string | null
  readonly onPreview: (edit: BulkEditBody['edit']) => void
  readonly onCancel: () => void
}

const AS_IT_IS = { value: '', label: 'As it is' }
const PRICE_BY = [
  AS_IT_IS,
  { value: 'percent', label: 'Change by percent' },
  { value: 'amount', label: 'Change by amount' },
]
const ENDINGS = [
  { value: 'none', label: 'To the cent' },
  { value: '99', label: 'Ending in .99' },
]
const STOCK_MODES = [AS_IT_IS, { value: 'set', label: 'Set to' }, { value: 'add', label: 'Add' }]
const FLAGS = [AS_IT_IS, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]

/** What to change of many products. What is not chosen stays as it is in each of them. */
export function BulkEditForm({ isBusy, problem, onPreview, onCancel }: BulkEditFormProps) {
  const [draft, setDraft] = useState(EMPTY_BULK_EDIT)
  const [isChecked, setChecked] = useState(false)
  const read = readBulkEdit(draft)
  const errors = (isChecked && read.errors) || {}
  const bind = <Name extends keyof BulkEditDraft>(name: Name) => ({
    value: draft[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft((now) => ({ ...now, [name]: event.target.value })),
  })

  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (read.errors === null) onPreview(read.edit)
      }}
    >
      <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-3">
        <Field label="Price">
          <Select {...bind('priceBy')} options={PRICE_BY} />
        </Field>
        {draft.priceBy === '' ? (
          <span className="max-sm:hidden sm:col-span-2" />
        ) : (
          <>
            <Field
              label={draft.priceBy === 'percent' ? 'Percent' : 'Amount in $'}
              hint="With - before it, it falls"
              error={errors.price}
            >
              <TextInput {...bind('price')} inputMode="text" autoComplete="off" />
            </Field>
            <Field label="Rounding">
              <Select {...bind('ending')} options={ENDINGS} />
            </Field>
          </>
        )}
        <Field label="Stock">
          <Select {...bind('stockMode')} options={STOCK_MODES} />
        </Field>
        {draft.stockMode === '' ? (
          <span className="max-sm:hidden sm:col-span-2" />
        ) : (
          <Field label="Pieces" error={errors.stock} className="sm:col-span-2">
            <TextInput {...bind('stock')} inputMode="text" autoComplete="off" />
          </Field>
        )}
        <Field label="Category" className="sm:col-span-3">
          <Select {...bind('category')} options={[AS_IT_IS, ...CATEGORY_OPTIONS]} />
        </Field>
        <Field label="In stock">
          <Select {...bind('inStock')} options={FLAGS} />
        </Field>
        <Field label="Featured product">
          <Select {...bind('isFeatured')} options={FLAGS} />
        </Field>
        <Field label="Business product">
          <Select {...bind('isBusinessProduct')} options={FLAGS} />
        </Field>
      </div>
      <Alert message={errors.all ?? problem} />
      <div className="dialog-buttons">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Working it out...' : 'Show what changes'}
        </Button>
      </div>
    </form>
  )
}
