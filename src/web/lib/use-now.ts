import { useEffect, useState } from 'react'

/** The current time in ms since 1970, read again every `everyMs` ms while `isTicking`. */
export function useNow(everyMs: number, isTicking = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isTicking])
  return now
}
