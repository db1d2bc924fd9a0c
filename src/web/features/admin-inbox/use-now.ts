import { useEffect, useState } from 'react'

const EVERY_MS = 60_000

/** The moment, in ms since 1970, to the minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
