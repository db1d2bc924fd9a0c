import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/format.ts'
import { iconButtonClass } from '../../ui/button.tsx'

interface IconLinkProps {
  readonly to: string
  readonly label: string
  /** Shown as a badge when it is above 0 (specification 1, section 2). */
  readonly count: number
  readonly children: ReactNode
}

/** An icon that leads somewhere, with how many things are there. */
export function IconLink({ to, label, count, children }: IconLinkProps) {
  return (
    <Link
      to={to}
      aria-label={count > 0 ? `${label}, ${formatCount(count, 'item')}` : label}
      data-tooltip={label}
      className={classNames(iconButtonClass, 'tap-room max-[23rem]:size-10')}
    >
      {children}
      {count > 0 && (
        <span
          aria-hidden="true"
          data-count-badge=""
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-magenta px-1 text-center text-[0.6875rem] leading-[1.25rem] font-bold text-on-magenta motion-safe:animate-[fade-in_150ms_ease-out]"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
