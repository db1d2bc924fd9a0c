import { useEffect, useRef, useState } from 'react'

/**
 * Disables a control for a short time, so that a double press counts once. A disabled control loses the keyboard's
 * focus; it gets it back.
 * @param ms how long
 */
export function useCooldown(ms: number): readonly [isCoolingDown: boolean, begin: () => void] {
  const [isCoolingDown, setIsCoolingDown] = useState(false)
  const focused = useRef<Element | null>(null)

  useEffect(() => {
    if (isCoolingDown) {
      const timer = setTimeout(() => setIsCoolingDown(false), ms)
      return () => clearTimeout(timer)
    }
    const { current } = focused
    focused.current = null
    const isFocusLost = document.activeElement === null || document.activeElement === document.body
    if (current instanceof HTMLElement && current.isConnected && isFocusLost) current.focus({ preventScroll: true })
  }, [isCoolingDown, ms])

  const begin = () => {
    focused.current = document.activeElement
    setIsCoolingDown(true)
  }
  return [isCoolingDown, begin]
}
