import { useState } from 'react'

/**
 * The value, or the one before it while there is none: an old list stays in view until the new one has arrived.
 * (SWR's own keepPreviousData overlooks answers that came with the server's page.)
 */
export function useLatestKnown<T>(value: T | undefined): T | undefined {
  const [known, setKnown] = useState(value)
  if (value !== undefined && value !== known) setKnown(value)
  return value ?? known
}
