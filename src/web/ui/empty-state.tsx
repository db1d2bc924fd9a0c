import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

interface EmptyStateProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** Address of a drawing, such as /images/illustrations/empty-cart.svg. */
  readonly drawing?: string
  /** h1 where the empty state is all there is on the page. */
  readonly heading?: 'h1' | 'h2' | 'h3'
  /** Ways on. */
  readonly children?: ReactNode
  readonly className?: string
}

/** Nothing here, why, and what to do. */
export function EmptyState({
  title,
  description,
  drawing,
  heading: Heading = 'h2',
  children,
  className,
}: EmptyStateProps) {
  return (
    <div className={classNames('grid justify-items-center gap-4 px-4 py-12 text-center sm:py-16', className)}>
      {drawing !== undefined && (
        <span className="lit-sheet mb-2 block rounded border border-line p-4">
          <img src={drawing} alt="" width={240} height={180} className="h-[180px] w-[240px] object-contain" />
        </span>
      )}
      <Heading className="text-3xl" {...(Heading === 'h1' && { tabIndex: -1 })}>
        {title}
      </Heading>
      {description !== undefined && <p className="max-w-[46ch] text-lg text-balance text-soft">{description}</p>}
      {children !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
