import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyPart } from '../lib/lazy-part.tsx'
import { whenIdle } from '../lib/when-idle.ts'
import { dismissForScreen, useToasts } from './toast-queue.ts'

export { toast, type ToastMessage } from './toast-queue.ts'

const ToastViewport = lazyPart(() => import('./toast-viewport.tsx').then((module) => module.ToastViewport))

/**
 * The place where toasts appear; mounted once. Its script comes when the page has nothing better to do, so the first
 * load stays small, the first toast does not wait, and one that says that the connection is lost needs no connection.
 */
export function Toaster() {
  const hasToasts = useToasts().length > 0
  const [isIdle, setIdle] = useState(false)
  const { pathname } = useLocation()

  useEffect(() => dismissForScreen(pathname), [pathname])
  useEffect(() => whenIdle(() => setIdle(true)), [])

  return isIdle || hasToasts ? <ToastViewport /> : null
}
