import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Accepted } from './form-fields.ts'

/**
 * What the shop has accepted from a form, to be shown beside it. Whoever has left the page by then reads it in a toast,
 * so that they do not send it again.
 */
export function useAccepted() {
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  function accept(answer: Accepted): void {
    setAccepted(answer)
    if (!isShown.current) toast({ title: 'Message sent', description: `Your reference is ${answer.reference}.` })
  }
  return { accepted, accept, forget: () => setAccepted(null) }
}
