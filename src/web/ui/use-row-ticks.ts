import { useRef } from 'react'
import { idsUpTo } from '../lib/ids-up-to.ts'

/** What the box of a row does, or the one for all. */
export interface RowTick {
  readonly checked: boolean
  readonly isMixed?: boolean
  readonly onChange: (checked: boolean, isRange: boolean) => void
}

/** What the boxes of a table do by which its rows are selected: the one in the head for all, and the one of each row. */
export function useRowTicks(
  ids: readonly number[],
  selected: ReadonlySet<number>,
  onSelect: (ids: readonly number[], isSelected: boolean) => void,
): { readonly all: RowTick; readonly ofRow: (id: number) => RowTick } {
  const lastTicked = useRef<number | null>(null)
  const isAll = ids.every((id) => selected.has(id))
  return {
    all: {
      checked: isAll,
      isMixed: !isAll && ids.some((id) => selected.has(id)),
      onChange: (checked) => onSelect(ids, checked),
    },
    ofRow: (id) => ({
      checked: selected.has(id),
      onChange(checked, isRange) {
        onSelect(isRange ? idsUpTo(id, lastTicked.current, ids) : [id], checked)
        lastTicked.current = id
      },
    }),
  }
}
