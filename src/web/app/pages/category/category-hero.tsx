import type { ReactNode } from 'react'

interface CategoryHeroProps {
  readonly title: ReactNode
  readonly description: string
  readonly drawing: string
  readonly children: ReactNode
}

/** The head of a category's page: what it is for, its drawing, and the ways on. */
export function CategoryHero({ title, description, drawing, children }: CategoryHeroProps) {
  return (
    <div className="halftone crop-marks overflow-hidden border-b border-line">
      <div className="wrap grid items-center gap-x-10 gap-y-8 py-10 sm:py-14 md:grid-cols-[1.25fr_1fr]">
        <div>
          <h1 className="text-[clamp(2.25rem,5vw,4.25rem)] leading-[1.02] font-extrabold">{title}</h1>
          <p className="mt-4 max-w-[46ch] text-lg text-soft">{description}</p>
          <div className="mt-6 flex flex-wrap gap-3">{children}</div>
        </div>
        <div className="dark:lit-sheet dark:rounded dark:p-5">
          <img
            src={drawing}
            alt=""
            width={480}
            height={360}
            fetchPriority="high"
            className="mx-auto aspect-[4/3] h-auto w-full max-w-[22rem] object-contain md:max-w-none"
          />
        </div>
      </div>
    </div>
  )
}
