import type { ReactNode } from 'react'

interface HelpChoosingProps {
  readonly title: string
  readonly description: string
  /** The buttons. */
  readonly children: ReactNode
}

/** Below the products: somebody who helps, or a way to see them side by side. */
export function HelpChoosing({ title, description, children }: HelpChoosingProps) {
  return (
    <section aria-labelledby="help-choosing" className="wrap pb-16 sm:pb-20">
      <div className="crop-marks grid items-center gap-x-12 gap-y-7 sheet px-6 py-11 sm:px-12 lg:grid-cols-[1fr_auto]">
        <div>
          <h2 id="help-choosing" className="text-part">
            {title}
          </h2>
          <p className="mt-3 max-w-[58ch] text-balance text-soft">{description}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:*:grow">{children}</div>
      </div>
    </section>
  )
}
