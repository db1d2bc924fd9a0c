import { formatCount } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { Button } from '../../ui/button.tsx'
import type { ProductSelection } from './use-product-selection.ts'

interface SelectedProductsProps {
  readonly selection: ProductSelection
  /** How many products the table has over all its pages. */
  readonly found: number
  readonly onEdit: () => void
}

/** The call takes so many one by one; what is found can be any number. */
const MOST_ONE_BY_ONE = 500

/** How many products are selected, and what can be done with them. */
export function SelectedProducts({ selection, found, onEdit }: SelectedProductsProps) {
  const { isAllFound, count } = selection
  const keyed = useStaffKeys()
  const isTooMany = !isAllFound && count > MOST_ONE_BY_ONE
  return (
    <div
      role="group"
      aria-label="Selected products"
      className="flex flex-wrap items-center gap-x-1 gap-y-2 rounded border border-line bg-cyan-wash px-4 py-2 max-sm:px-3 sm:gap-x-3"
    >
      <p className="mr-auto font-semibold max-sm:text-sm" role="status">
        {isAllFound
          ? `All ${formatCount(found, 'product')} found selected`
          : `${formatCount(count, 'product')} selected`}
        {isTooMany && `, at most ${MOST_ONE_BY_ONE} can be changed together`}
      </p>
      <Button size="small" {...keyed('editTogether')} onClick={onEdit} disabled={isTooMany}>
        Edit together
      </Button>
      {!isAllFound && found > count && (
        <Button size="small" variant="quiet" onClick={selection.selectAllFound}>
          Select all {found.toLocaleString('en-US')} found
        </Button>
      )}
      <Button size="small" variant="ghost" {...keyed('clear')} onClick={selection.clear}>
        Clear
      </Button>
    </div>
  )
}
