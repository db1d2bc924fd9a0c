import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { useMay } from '../../lib/staff-person.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { ProductSelection } from './use-product-selection.ts'

const BulkEditDialog = lazyDialog(() => import('./bulk-edit-dialog.tsx').then((module) => module.BulkEditDialog))

interface SelectedProductsProps {
  readonly selection: ProductSelection
  /** How many products the table has over all its pages. */
  readonly found: number
  readonly onChanged: () => void
}

/** The call takes so many one by one; what is found can be any number. */
const MAX_ONE_BY_ONE = 500

/** How many products are selected, and what can be done with them, with the dialog that does it. */
export function SelectedProducts({ selection, found, onChanged }: SelectedProductsProps) {
  const { hasAny, isAllFound, count, choice } = selection
  const mayChange = useMay('products.write')
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      {/* What was changed may not be among what is found any more. */}
      {mayChange && hasAny && !(isAllFound && found === 0) && (
        <SelectedBar selection={selection} found={found} onEdit={() => setEditing(true)} />
      )}
      {isEditing && (
        <BulkEditDialog
          choice={choice}
          count={isAllFound ? found : count}
          onClose={() => setEditing(false)}
          onChanged={onChanged}
        />
      )}
    </>
  )
}

interface SelectedBarProps extends Pick<SelectedProductsProps, 'selection' | 'found'> {
  readonly onEdit: () => void
}

function SelectedBar({ selection, found, onEdit }: SelectedBarProps) {
  const { isAllFound, count } = selection
  const keyed = useStaffKeys()
  const edit = useRef<HTMLButtonElement>(null)
  const isTooMany = !isAllFound && count > MAX_ONE_BY_ONE
  return (
    <SelectionBar
      label="Selected products"
      onClear={selection.clear}
      status={
        isAllFound
          ? `All ${found.toLocaleString('en-US')} matching products selected`
          : `${formatCount(count, 'product')} selected${isTooMany ? `, at most ${MAX_ONE_BY_ONE} can be changed together` : ''}`
      }
    >
      {!isAllFound && found > count && (
        // It goes when it is pressed: at the end on a phone, before the other elsewhere, it leaves that where it is.
        <Button
          size="small"
          variant="quiet"
          className="max-sm:order-last"
          onClick={() => {
            // At once: of too many that were selected one by one, the other button is disabled until then.
            flushSync(selection.selectAllFound)
            edit.current?.focus({ preventScroll: true })
          }}
        >
          Select all {found.toLocaleString('en-US')} matching
        </Button>
      )}
      <Button ref={edit} size="small" {...keyed('editTogether')} onClick={onEdit} disabled={isTooMany}>
        Edit together
      </Button>
    </SelectionBar>
  )
}
