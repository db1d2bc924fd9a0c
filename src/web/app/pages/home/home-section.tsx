import { useId, type ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'

interface HomeSectionProps {
  readonly title: ReactNode
  /** Links at the right of the title. */
  readonly links?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A part of the home page below its heading. */
export function HomeSection({ title, links, className, children }: HomeSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames('py-12 sm:py-18', className)}>
      <div className="wrap">
        <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 sm:mb-9">
          <h2 id={id} className="text-headline">
            {title}
          </h2>
          {links !== undefined && <p className="flex flex-wrap gap-x-6">{links}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
