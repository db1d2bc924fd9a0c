import { useState } from 'react'
import type { Import } from '#contracts/imports'
import { compareNames } from '#platform/text/compare-names'
import { useRead } from '../../lib/use-read.ts'
import { Field, Select } from '../../ui/field.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { SUPPLIERS_PATH } from './import-calls.ts'
import { rulesText } from './supplier-texts.ts'

const SupplierDialog = lazyDialog(() => import('./supplier-dialog.tsx').then((module) => module.SupplierDialog))
const NEW = 'new'

/** Whose list it is. A supplier that the columns have told is chosen already, and the screen says so. */
export function SupplierChoice({
  item,
  chosen,
  onChange,
}: {
  readonly item: Import
  readonly chosen: string | null
  readonly onChange: (supplierId: string | null) => void
}) {
  const { data, update } = useRead(SUPPLIERS_PATH)
  const [isAdding, setAdding] = useState(false)
  const supplier = data?.find(({ id }) => id === chosen)
  const isRecognized = item.state === 'mapping' && item.supplier !== null && item.supplier.id === chosen
  return (
    <>
      <Field
        label="Whose list it is"
        className="max-w-xl"
        hint={
          supplier === undefined
            ? 'A supplier keeps these answers for the next list, and can have a price rule.'
            : `${isRecognized ? 'Known by its columns. ' : ''}${rulesText(supplier)}.`
        }
      >
        <Select
          value={chosen ?? ''}
          onChange={(event) => {
            if (event.target.value === NEW) setAdding(true)
            else onChange(event.target.value || null)
          }}
        >
          <option value="">No supplier in particular</option>
          {chosen !== null && supplier === undefined && (
            <option value={chosen}>{nameOfUnlisted(chosen, item, data !== undefined)}</option>
          )}
          {data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={NEW}>Add a supplier...</option>
        </Select>
      </Field>
      {isAdding && (
        <SupplierDialog
          supplier={null}
          onClose={() => setAdding(false)}
          onSaved={(saved) => {
            update((known = []) => [...known, saved].toSorted((one, other) => compareNames(one.name, other.name)))
            onChange(saved.id)
          }}
        />
      )}
    </>
  )
}

/**
 * What stands for a chosen supplier that is not among those that are known: they are not read yet, or it was deleted since
 * it was chosen. Without an option of its own the field would show nobody's list, which could then not be chosen.
 */
function nameOfUnlisted(chosen: string, { supplier }: Import, areRead: boolean): string {
  if (supplier?.id === chosen) return supplier.name
  return areRead ? 'A supplier that was deleted' : 'One moment...'
}
