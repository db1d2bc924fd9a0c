import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyPart } from '../lib/lazy-part.tsx'
import { dismissForScreen, useToasts } from './toast-queue.ts'

export { toast, type ToastMessage } from './toast-queue.ts'

const ToastViewport = lazyPart(() => import('./toast-viewport.tsx').then((module) => module.ToastViewport))

/**
 * The place where toasts appear; mounted once. Its script comes with the first key or pointer press, since no toast
 * answers anything earlier, so the first load stays small and the first toast does not wait.
 */
export function Toaster() {
  const hasToasts = useToasts().length > 0
  const [isTouched, setTouched] = useState(false)
  const { pathname } = useLocation()

  useEffect(() => dismissForScreen(pathname), [pathname])
  useEffect(() => {
    const touch = () => setTouched(true)
    const options = { once: true, passive: true, capture: true }
    window.addEventListener('pointerdown', touch, options)
    window.addEventListener('keydown', touch, options)
    return () => {
      window.removeEventListener('pointerdown', touch, options)
      window.removeEventListener('keydown', touch, options)
    }
  }, [])

  if (!isTouched && !hasToasts) return null
  return <ToastViewport />
}
