import { useState } from 'react'
import type { Import } from '#contracts/imports'
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
  const { data = [], update } = useRead(SUPPLIERS_PATH)
  const [isAdding, setAdding] = useState(false)
  const supplier = data.find(({ id }) => id === chosen)
  const isTold = item.state === 'mapping' && item.supplier !== null && item.supplier.id === chosen
  return (
    <>
      <Field
        label="Whose list it is"
        className="max-w-xl"
        hint={
          supplier === undefined
            ? 'A supplier keeps these answers for the next list, and can have a price rule.'
            : `${isTold ? 'Known by its columns. ' : ''}${rulesText(supplier)}.`
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
          {/* Until the suppliers are read, the one that is chosen has a name already. */}
          {item.supplier !== null && supplier === undefined && item.supplier.id === chosen && (
            <option value={item.supplier.id}>{item.supplier.name}</option>
          )}
          {data.map(({ id, name }) => (
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
            update((known = []) => [...known, saved])
            onChange(saved.id)
          }}
        />
      )}
    </>
  )
}
