import type { Supplier } from '#contracts/suppliers'
import { formatCount } from '../../lib/format.ts'
import { useMay } from '../../lib/staff-person.ts'
import { Button } from '../../ui/button.tsx'
import { fetchingText, rulesText } from './supplier-texts.ts'

interface SupplierItemProps {
  readonly supplier: Supplier
  readonly onFetch: () => void
  readonly onDelete: () => void
  readonly onEdit: () => void
}

/** A supplier of the list: how their lists are read and fetched, and what can be done with them. */
export function SupplierItem({ supplier, onFetch, onDelete, onEdit }: SupplierItemProps) {
  const mayWrite = useMay('imports.write')
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-base font-semibold wrap-anywhere">{supplier.name}</h3>
        <p className="text-sm text-soft">{rulesText(supplier)}</p>
        <FetchingLine supplier={supplier} />
      </div>
      <p className="text-sm">{supplier.isKnown ? formatCount(supplier.products, 'product') : 'No list imported yet'}</p>
      <div className="flex flex-wrap gap-1">
        {(mayWrite || supplier.source !== null) && (
          <Button variant="quiet" size="small" aria-label={`Fetch list of ${supplier.name}`} onClick={onFetch}>
            Fetch list
          </Button>
        )}
        {mayWrite && (
          <Button variant="ghost" size="small" aria-label={`Delete ${supplier.name}`} onClick={onDelete}>
            Delete
          </Button>
        )}
        {mayWrite && (
          <Button variant="quiet" size="small" aria-label={`Edit ${supplier.name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
    </li>
  )
}

/** Whether the list comes by itself, and what came of the last time. */
function FetchingLine({ supplier }: { readonly supplier: Supplier }) {
  const text = fetchingText(supplier)
  const state = supplier.latestFetch?.state
  if (text === null) return null
  return (
    <p className={`text-sm ${state === 'failed' || state === 'waits' ? 'font-semibold text-magenta' : 'text-soft'}`}>
      {text}
    </p>
  )
}
