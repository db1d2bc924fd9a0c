import { useState } from 'react'
import type { BulkEditBody } from '#contracts/bulk-edits'

type Filters = Readonly<Record<'search' | 'category' | 'stock', string>>

/** Which products are selected: some by their boxes, on any page, or all that the filters find. */
export interface ProductSelection {
  readonly hasAny: boolean
  readonly isAllFound: boolean
  /** How many are selected by their boxes. */
  readonly count: number
  readonly choice: Pick<BulkEditBody, 'ids' | 'found'>
  /** Which of these are selected. */
  inView(products: readonly { readonly id: number }[]): ReadonlySet<number>
  /** @param inView the products of the page: of all that are found, those stay selected beside one that is taken out */
  select(ids: readonly number[], isSelected: boolean, inView: readonly { readonly id: number }[]): void
  /** One that is gone. */
  drop(id: number): void
  selectAllFound(): void
  clear(): void
}

const NONE: ReadonlySet<number> = new Set()

/** "All that are found" ends with the filters that it was said of: others find other products. */
export function useProductSelection(filters: Filters): ProductSelection {
  const [ids, setIds] = useState(NONE)
  const [found, setFound] = useState<string | null>(null)
  const present = JSON.stringify(filters)
  const isAllFound = found === present
  if (found !== null && !isAllFound) setFound(null)
  return {
    hasAny: isAllFound || ids.size > 0,
    isAllFound,
    count: ids.size,
    choice: isAllFound ? { found: filled(filters) } : { ids: [...ids] },
    inView: (products) => (isAllFound ? new Set(products.map(({ id }) => id)) : ids),
    select(changed, isSelected, inView) {
      setFound(null)
      setIds((now) => {
        const next = new Set(isAllFound ? inView.map(({ id }) => id) : now)
        for (const id of changed) {
          if (isSelected) next.add(id)
          else next.delete(id)
        }
        return next
      })
    },
    drop: (id) => setIds((now) => new Set([...now].filter((each) => each !== id))),
    selectAllFound: () => setFound(present),
    clear() {
      setFound(null)
      setIds(NONE)
    },
  }
}

function filled(filters: Filters): NonNullable<BulkEditBody['found']> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
}
