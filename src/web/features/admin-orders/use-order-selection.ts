import { useState } from 'react'
import type { StaffOrder } from '#contracts/staff-orders'

/** Which orders are selected, on any page of the list. */
export interface OrderSelection {
  readonly ids: ReadonlySet<number>
  /** As the list shows them; those that it does not show, as they were when they were selected. */
  readonly orders: readonly StaffOrder[]
  select(ids: readonly number[], isSelected: boolean): void
  clear(): void
}

const NONE: ReadonlyMap<number, StaffOrder> = new Map()

/**
 * A selection outlives a change of page.
 * @param inView the orders of the page; undefined while they are not known
 */
export function useOrderSelection(inView: readonly StaffOrder[] | undefined): OrderSelection {
  /** Orders as they were when they were selected. */
  const [selected, setSelected] = useState(NONE)
  const present = new Map(inView?.map((order) => [order.id, order]))
  return {
    ids: new Set(selected.keys()),
    orders: [...selected.values()].map((order) => present.get(order.id) ?? order),
    select(ids, isSelected) {
      setSelected((now) => {
        const next = new Map(now)
        for (const id of ids) {
          const order = present.get(id)
          if (isSelected && order !== undefined) next.set(id, order)
          else next.delete(id)
        }
        return next
      })
    },
    clear: () => setSelected(NONE),
  }
}
