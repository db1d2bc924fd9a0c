import { useEffect, useState, type RefObject } from 'react'

/**
 * Whether a layer that floats over the page has to stand on its other side, so that it never hides the control that
 * has the keyboard's focus: looked at whenever the focus moves and whenever the layer grows.
 */
export function useOutOfFocusWay(layer: RefObject<HTMLElement | null>): boolean {
  const [isAside, setIsAside] = useState(false)
  useEffect(() => {
    function look(): void {
      const focused = document.activeElement
      if (layer.current === null || focused === null || !focused.matches(':focus-visible')) return
      if (!layer.current.contains(focused) && overlap(focused, layer.current)) setIsAside((was) => !was)
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

function overlap(one: Element, other: Element): boolean {
  const a = one.getBoundingClientRect()
  const b = other.getBoundingClientRect()
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
