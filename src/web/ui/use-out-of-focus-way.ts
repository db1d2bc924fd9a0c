import { useEffect, useState, type RefObject } from 'react'

/**
 * Whether a layer that floats over the page has to stand on its other side, so that it hides neither the control that
 * has the keyboard's focus nor what the page announces as an alert: looked at whenever the focus moves and whenever the
 * layer grows. The focus counts more than an alert.
 */
export function useOutOfFocusWay(layer: RefObject<HTMLElement | null>): boolean {
  const [isAside, setIsAside] = useState(false)
  useEffect(() => {
    function look(): void {
      const focused = document.activeElement
      const floating = layer.current
      if (floating === null) return
      const isFocusHidden =
        focused?.matches(':focus-visible') === true && !floating.contains(focused) && overlap(focused, floating)
      if (isFocusHidden) setIsAside((was) => !was)
      else if (isAlertHidden(floating)) setIsAside(true)
    }
    // Something new in the layer may cover what already has the focus.
    const grown = new ResizeObserver(look)
    if (layer.current !== null) grown.observe(layer.current)
    document.addEventListener('focusin', look)
    return () => {
      grown.disconnect()
      document.removeEventListener('focusin', look)
    }
  }, [layer])
  return isAside
}

function isAlertHidden(floating: Element): boolean {
  return [...document.querySelectorAll('main [role=alert]:not(:empty)')].some((alert) => overlap(alert, floating))
}

function overlap(one: Element, other: Element): boolean {
  const a = one.getBoundingClientRect()
  const b = other.getBoundingClientRect()
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
