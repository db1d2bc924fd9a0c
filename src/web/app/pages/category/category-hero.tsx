import type { ReactNode } from 'react'

interface CategoryHeroProps {
  readonly title: ReactNode
  readonly description: string
  readonly drawing: string
  readonly children: ReactNode
}

/**
 * The head of a category's page: what it is for, its drawing where there is room, and the ways on. Low, so that
 * products begin in the first screen.
 */
export function CategoryHero({ title, description, drawing, children }: CategoryHeroProps) {
  return (
    <div className="halftone md:crop-marks overflow-hidden border-b border-line">
      <div className="wrap grid items-center gap-x-10 py-6 md:grid-cols-[1fr_auto] md:py-7">
        <div>
          <h1 className="text-category leading-[1.02] font-extrabold">{title}</h1>
          <p className="mt-2.5 max-w-[60ch] text-balance text-soft sm:text-lg">{description}</p>
          <div className="mt-4 flex flex-wrap gap-2.5 max-sm:*:grow max-sm:*:px-2.5">{children}</div>
        </div>
        <div className="dark:lit-sheet max-md:hidden dark:rounded dark:p-3">
          <img
            src={drawing}
            alt=""
            width={480}
            height={360}
            loading="lazy"
            className="aspect-[4/3] h-44 w-auto object-contain lg:h-48"
          />
        </div>
      </div>
    </div>
  )
}
