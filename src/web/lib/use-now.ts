import { useEffect, useState } from 'react'
import { shopNow, watchShopTime } from './shop-clock.ts'

/**
 * The shop's time in ms since 1970, read again every `everyMs` ms while `isTicking`.
 * @param clock `Date.now` for what is compared with a time that this device has noted
 */
export function useNow(everyMs: number, isTicking = true, clock: () => number = shopNow): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    if (!isTicking) return
    const readAgain = () => setNow(clock())
    readAgain()
    const timer = setInterval(readAgain, everyMs)
    const stopWatching = watchShopTime(readAgain)
    return () => {
      clearInterval(timer)
      stopWatching()
    }
  }, [everyMs, isTicking, clock])
  return now
}
