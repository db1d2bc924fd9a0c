import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * How long the pointer rests before a tooltip opens, and how soon after one the next opens at once (specification 1,
 * section 9).
 */
export const TOOLTIP_RULES = { openDelayMs: 700, skipDelayMs: 300 } as const

/** Time to reach the tooltip itself with the pointer. */
const LEAVE_MS = 120
const GAP_PX = 8

interface Shown {
  readonly text: string
  readonly anchor: Element
}

/** @param first the element that was reached before this script came */
export function TooltipLayer({ first }: { readonly first: Element }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const bubble = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let current: Element | null = null
    let closedAt = Number.NEGATIVE_INFINITY
    let isOpen = false

    const open = (anchor: Element) => {
      if (!anchor.matches(':hover, :focus-visible')) return
      isOpen = true
      setShown({ anchor, text: anchor.getAttribute('data-tooltip') ?? '' })
    }
    const close = () => {
      clearTimeout(timer)
      if (isOpen) closedAt = performance.now()
      isOpen = false
      current = null
      setShown(null)
    }
    const reach = (anchor: Element | null, delayMs: number) => {
      if (anchor === current) return clearTimeout(isOpen ? timer : undefined)
      if (anchor === null) {
        clearTimeout(timer)
        timer = setTimeout(close, isOpen ? LEAVE_MS : 0)
        return
      }
      close()
      current = anchor
      timer = setTimeout(() => open(anchor), delayMs)
    }
    const hover = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch' || !(target instanceof Element)) return
      if (bubble.current?.contains(target) === true) return clearTimeout(timer)
      const isSoon = isOpen || performance.now() - closedAt < TOOLTIP_RULES.skipDelayMs
      reach(target.closest('[data-tooltip]'), isSoon ? 0 : TOOLTIP_RULES.openDelayMs)
    }
    const focus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible')) reach(target.closest('[data-tooltip]'), 0)
    }
    const scrolled = () => {
      if (isOpen) close()
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }

    if (first.matches(':hover')) reach(first, TOOLTIP_RULES.openDelayMs)
    else if (first.matches(':focus-visible')) reach(first, 0)
    document.addEventListener('pointerover', hover)
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', close)
    document.addEventListener('keydown', press)
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', hover)
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', close)
      document.removeEventListener('keydown', press)
      window.removeEventListener('scroll', scrolled)
    }
  }, [first])

  useLayoutEffect(() => {
    if (shown === null || bubble.current === null) return
    const anchor = shown.anchor.getBoundingClientRect()
    const { offsetWidth, offsetHeight, style } = bubble.current
    const hasRoomBelow = anchor.bottom + GAP_PX + offsetHeight < window.innerHeight
    const left = anchor.left + (anchor.width - offsetWidth) / 2
    style.left = `${Math.max(GAP_PX, Math.min(left, document.documentElement.clientWidth - offsetWidth - GAP_PX))}px`
    style.top = `${hasRoomBelow ? anchor.bottom + GAP_PX : anchor.top - GAP_PX - offsetHeight}px`
  }, [shown])

  if (shown === null) return null
  return (
    <div
      ref={bubble}
      aria-hidden="true"
      data-tooltip-bubble=""
      data-print="hide"
      className="fixed z-60 max-w-64 rounded bg-ink px-2.5 py-1.5 text-sm leading-snug text-paper motion-safe:animate-[fade-in_100ms_ease-out]"
    >
      {shown.text}
    </div>
  )
}
