import { useEffect, useRef, useState } from 'react'

/**
 * A short time in which a control is busy and disabled, so that a double press counts once. A disabled control loses
 * the keyboard's focus; it gets it back.
 * @param ms how long
 */
export function useBusyMoment(ms: number): readonly [isBusy: boolean, begin: () => void] {
  const [isBusy, setIsBusy] = useState(false)
  const focused = useRef<Element | null>(null)

  useEffect(() => {
    if (isBusy) {
      const timer = setTimeout(() => setIsBusy(false), ms)
      return () => clearTimeout(timer)
    }
    const { current } = focused
    focused.current = null
    const isFocusLost = document.activeElement === null || document.activeElement === document.body
    if (current instanceof HTMLElement && current.isConnected && isFocusLost) current.focus({ preventScroll: true })
  }, [isBusy, ms])

  const begin = () => {
    focused.current = document.activeElement
    setIsBusy(true)
  }
  return [isBusy, begin]
}
