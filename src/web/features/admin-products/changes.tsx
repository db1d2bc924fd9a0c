import type { BulkEditRow } from '#contracts/bulk-edits'
import { categoryLabel } from '../../lib/categories.ts'
import { formatPrice } from '../../lib/format.ts'
import { changedItems, type ChangedItems } from './changed-items.ts'
import { FIELD_LABELS } from './product-draft.ts'

const LABELS: Readonly<Record<string, string>> = {
  ...FIELD_LABELS,
  stockQuantity: 'Stock',
  awaitsPrice: 'Waits for a price',
  isFeatured: 'Featured',
  isBusinessProduct: 'Business',
}

type Change = BulkEditRow['changes'][number]

/** The fields of a product that changed: old and new value, or what a list lost and gained. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul className="grid gap-0.5">
      {changes.map((change) => (
        <li key={change.field} className="wrap-anywhere">
          <span className="text-soft">{labelOf(change.field)}</span> <ChangedValue change={change} />
        </li>
      ))}
    </ul>
  )
}

/** The log names a review by its key, which says nothing to people. */
function labelOf(field: string): string {
  return LABELS[field] ?? (field.startsWith('review ') ? 'Review' : field)
}

function ChangedValue({ change: { field, before, after } }: { readonly change: Change }) {
  const items = changedItems(before, after)
  if (items !== null) return <Items items={items} />
  return (
    <>
      <s className="text-soft">{inWords(field, before)}</s>
      <span aria-hidden="true"> → </span>
      <span className="sr-only">becomes</span> <b className="font-semibold">{inWords(field, after)}</b>
    </>
  )
}

function Items({ items: { removed, added } }: { readonly items: ChangedItems }) {
  if (removed.length + added.length === 0) return <b className="font-semibold">in another order</b>
  return (
    <ul className="grid gap-0.5 pl-4">
      {removed.map((item, at) => (
        <li key={`${at} ${item}`}>
          <span aria-hidden="true">− </span>
          <span className="sr-only">without</span> <s className="text-soft">{item}</s>
        </li>
      ))}
      {added.map((item, at) => (
        <li key={`${at} ${item}`}>
          <span aria-hidden="true">+ </span>
          <span className="sr-only">with</span> <b className="font-semibold">{item}</b>
        </li>
      ))}
    </ul>
  )
}

function inWords(field: string, value: string | null): string {
  if (value === null || value === '') return 'nothing'
  if (/^(original)?price$/i.test(field)) return formatPrice(value)
  if (field === 'category') return categoryLabel(value)
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value
}
