import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../lib/class-names.ts'
import { BARS_ID } from './use-foot-padding.ts'

interface FootBarProps {
  readonly label: string
  readonly children: ReactNode
  /** Such as from which width on there is none. */
  readonly className?: string
}

/** What a page has at the foot of the window, such as its button while that is out of the window. Never in the server's HTML. */
export function FootBar({ label, children, className }: FootBarProps) {
  const place = document.getElementById(BARS_ID)
  if (place === null) return null
  return createPortal(
    <section
      aria-label={label}
      className={classNames(
        'border-t-2 border-ink bg-sheet motion-safe:animate-[paper-feed_180ms_ease-out]',
        className,
      )}
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">{children}</div>
    </section>,
    place,
  )
}
