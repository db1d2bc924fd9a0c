import { useEffect, useRef } from 'react'

/**
 * What an answer of the server does to the dialog that asked for it, such as closing it: nothing once the dialog was
 * closed by hand, because another may be open in its place by then.
 */
export function useWhileShown(action: () => void): () => void {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => {
    if (isShown.current) action()
  }
}
