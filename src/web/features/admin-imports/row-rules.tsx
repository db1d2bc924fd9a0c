import type { Import } from '#contracts/imports'
import { RadioGroup } from '../../ui/choice.tsx'

const MODES = [
  {
    value: 'create',
    label: 'Only add new products',
    description:
      'Every row becomes a new product. A row whose product exists already fails, and that product stays as it is.',
  },
  {
    value: 'upsert',
    label: 'Add and update',
    description:
      'A row changes the product with the same SKU, or else the same brand and name. The others become new products.',
  },
]
const BLANKS = [
  { value: 'keep', label: 'Keep what the product has', description: 'An empty cell changes nothing.' },
  {
    value: 'clear',
    label: 'Clear the field',
    description: 'An empty cell sets the field back to that of a new product. Name and SKU stay.',
  },
]

type Rules = Pick<Import, 'mode' | 'blank'>

/** What the rows of the file do to products that exist, and what their empty cells do. */
export function RowRules({ mode, blank, onChange }: Rules & { readonly onChange: (change: Partial<Rules>) => void }) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <RadioGroup
        legend="What the rows do"
        value={mode}
        options={MODES}
        onChange={(event) => onChange({ mode: event.target.value as Import['mode'] })}
      />
      {mode === 'upsert' && (
        <RadioGroup
          legend="What an empty cell does"
          value={blank}
          options={BLANKS}
          onChange={(event) => onChange({ blank: event.target.value as Import['blank'] })}
        />
      )}
    </div>
  )
}
