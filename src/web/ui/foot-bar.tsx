import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

/**
 * What lies over the foot of a small window while the page's own button is out of it. No place is kept for it: at the
 * page's end it lies on empty room, or is gone. Comes last on the page; `usePageMark` keeps what has the focus above it.
 */
export function FootBar({
  label,
  children,
  className,
}: {
  readonly label: string
  readonly children: ReactNode
  /** From which width on there is none. */
  readonly className: string
}) {
  return (
    <div className={classNames('sticky bottom-(--banner) z-20 h-0', className)} data-at-foot="" data-print="hide">
      <section
        aria-label={label}
        className="absolute inset-x-0 bottom-0 border-t-2 border-ink bg-sheet motion-safe:animate-[paper-feed_180ms_ease-out]"
      >
        <div className="wrap flex items-center justify-between gap-4 py-2">{children}</div>
      </section>
    </div>
  )
}
