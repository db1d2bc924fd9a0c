import { useEffect, useEffectEvent, useRef } from 'react'
import type { Import } from '#contracts/imports'
import { toast, type ToastMessage } from '../../ui/toast.tsx'
import { isUnderWay } from './progress.ts'
import { finishToasts, undoResult } from './result-texts.ts'

/** Delay after the end before the catalog is read again, in ms (specification 2, section 9). */
const REFRESH_AGAIN_MS = 1000
/** One toast is on screen at a time: the second one lets the first be read. */
const NEXT_TOAST_MS = 1800

/**
 * Reports the end of an import once, if it was seen running: by toasts, and by calling `onFinished` now and a second
 * later.
 */
export function useFinish(item: Import | undefined, onFinished: () => void): void {
  const watched = useRef<string | null>(null)
  const finished = useEffectEvent(onFinished)
  useEffect(() => {
    if (item === undefined) return
    const writes = item.state === 'queued' || item.state === 'running' || item.state === 'undoing'
    if (writes) watched.current = item.id
    if (isUnderWay(item) || watched.current !== item.id) return
    watched.current = null
    finished()
    setTimeout(() => finished(), REFRESH_AGAIN_MS)
    const toasts: readonly ToastMessage[] =
      item.state === 'undone' && item.undo !== null
        ? [{ title: 'Import undone', description: undoResult(item.undo) }]
        : finishToasts(item)
    toasts.forEach((message, index) => setTimeout(() => toast(message), index * NEXT_TOAST_MS))
  }, [item])
}
