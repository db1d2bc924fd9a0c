import { atom, useAtomValue } from 'jotai'
import { startTransition } from 'react'
import { store } from '../lib/store.ts'

/** How toasts behave (specification 1, sections 1 and 9). */
export const TOAST_RULES = {
  limit: 1,
  durationMs: 5000,
  removalDelayMs: 1_000_000,
  swipeDirection: 'right',
  swipeThresholdPx: 50,
  hotkey: 'F8',
} as const

export interface ToastMessage {
  readonly title: string
  readonly description?: string
  /** destructive: something went wrong. */
  readonly variant?: 'default' | 'destructive'
  /** A link to the way on. */
  readonly action?: { readonly label: string; readonly to: string }
  readonly durationMs?: number
}

export interface ShownToast extends ToastMessage {
  readonly id: number
  readonly isOpen: boolean
}

const toastsAtom = atom<readonly ShownToast[]>([])
let lastId = 0

/**
 * Shows a notice, from anywhere; a new one replaces the one on screen. What was pressed answers first: the notice is
 * rendered after it, in small steps.
 * @returns how to dismiss it
 */
export function toast(message: ToastMessage): () => void {
  lastId += 1
  const id = lastId
  startTransition(() =>
    store.set(toastsAtom, (shown) => [{ ...message, id, isOpen: true }, ...shown].slice(0, TOAST_RULES.limit)),
  )
  return () => dismissToast(id)
}

/** Closes a toast; it is forgotten after the removal delay, or as soon as another one comes. */
export function dismissToast(id: number): void {
  store.set(toastsAtom, (shown) => shown.map((each) => (each.id === id ? { ...each, isOpen: false } : each)))
  setTimeout(() => store.set(toastsAtom, (shown) => shown.filter((each) => each.id !== id)), TOAST_RULES.removalDelayMs)
}

/** How long a toast may be on the screen before the next one and still be about that, such as "Login successful!". */
const COMES_WITH_SCREEN_MS = 1000

/** When each of the toasts was first rendered, in ms. No clock that may be set meanwhile. */
let renderedAt: ReadonlyMap<number, number> = new Map()

/** Notes which toasts the visitor sees by now: a slow phone may render one long after it was shown. */
export function noteRendered(toasts: readonly ShownToast[]): void {
  const now = performance.now()
  renderedAt = new Map(toasts.map(({ id }) => [id, renderedAt.get(id) ?? now]))
}

/**
 * Closes what is about the screen before, or points to this one: a toast never covers what comes next. What nobody has
 * seen yet stays.
 */
export function dismissForScreen(pathname: string): void {
  const now = performance.now()
  for (const { id, isOpen, action } of store.get(toastsAtom))
    if (isOpen && (action?.to === pathname || now - (renderedAt.get(id) ?? now) > COMES_WITH_SCREEN_MS))
      dismissToast(id)
}

/** The toasts that are shown or closing, newest first. */
export function useToasts(): readonly ShownToast[] {
  return useAtomValue(toastsAtom, { store })
}
