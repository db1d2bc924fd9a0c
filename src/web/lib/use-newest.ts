import { useRef } from 'react'

/**
 * For questions of which only the newest counts: an answer that comes after the next question was asked is not shown.
 * @returns begins one, and gives whether it still is the newest
 */
export function useNewest(): () => () => boolean {
  const newest = useRef(0)
  return () => {
    const own = ++newest.current
    return () => own === newest.current
  }
}
