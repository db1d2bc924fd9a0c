import { useEffect, useRef, useState } from 'react'
import type { StaffOrder } from '#contracts/staff-orders'
import { isOwnChange } from './own-changes.ts'
import { timelineOf } from './timeline-entries.ts'

const SHOWN_FOR_MS = 10_000
const NONE: ReadonlyMap<number, string> = new Map()

/**
 * Which of these orders somebody else has just changed, and who it was.
 * @param orders as they were read the last time
 */
export function useOthersChanges(orders: readonly StaffOrder[] | undefined): ReadonlyMap<number, string> {
  const known = useRef(new Map<number, number>())
  const [marked, setMarked] = useState(NONE)
  useEffect(() => {
    const changed = (orders ?? []).filter(({ id, revision }) => {
      const before = known.current.get(id)
      return before !== undefined && revision > before && !isOwnChange(id)
    })
    for (const { id, revision } of orders ?? []) known.current.set(id, revision)
    if (changed.length > 0)
      setMarked((now) => new Map([...now, ...changed.map((order) => [order.id, whoChanged(order)] as const)]))
  }, [orders])
  useEffect(() => {
    if (marked === NONE) return
    const timer = setTimeout(() => setMarked(NONE), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}

function whoChanged(order: StaffOrder): string {
  return timelineOf(order)[0]?.who ?? 'staff'
}
