import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

/**
 * What stays at the foot of a dialog while the rest of it scrolls, such as its buttons. Toasts stand above it, and so does
 * what the focus goes to: the dialog's `scroll-padding-bottom` is a little higher than it.
 */
export function DialogFoot({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const foot = place.current
    const dialog = foot?.closest<HTMLElement>('[role=dialog]')
    if (foot === null || !dialog) return
    const observer = new ResizeObserver(() => {
      dialog.style.scrollPaddingBottom = `calc(${foot.offsetHeight}px + 1rem)`
    })
    observer.observe(foot)
    return () => {
      observer.disconnect()
      dialog.style.scrollPaddingBottom = ''
    }
  }, [])
  return (
    <div
      ref={place}
      data-dialog-foot=""
      className={classNames(
        'sticky -bottom-5 -mx-5 -mb-5 border-t border-line bg-paper px-5 py-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6',
        className,
      )}
    >
      {children}
    </div>
  )
}
