import { useEffect, type RefObject } from 'react'
import type { ImportRow } from '#contracts/imports'
import { isFocusLost } from '../../lib/is-focus-lost.ts'

/**
 * The form of a row that was corrected is gone: the next row that failed has the focus, or the tab where none is left.
 * Who went elsewhere meanwhile stays there; a heading holds the focus for want of anything else.
 */
export function useFocusAfterCorrection(
  table: RefObject<HTMLElement | null>,
  rows: readonly ImportRow[] | undefined,
  correctedLineRef: RefObject<number | null> | undefined,
): void {
  useEffect(() => {
    const line = correctedLineRef?.current ?? null
    if (rows === undefined || line === null || correctedLineRef === undefined) return
    correctedLineRef.current = null
    if (!isFocusLost() && document.activeElement?.matches('[tabindex="-1"]') !== true) return
    const failed = [...(table.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    const next = failed.find(({ dataset }) => Number(dataset.line) >= line) ?? failed.at(-1)
    const tabs = table.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
    ;(next ?? tabs)?.focus()
  }, [table, rows, correctedLineRef])
}
