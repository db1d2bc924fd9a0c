import type { ReactNode } from 'react'

interface ComingSoonProps {
  readonly title: string
  /** What it is going to be. */
  readonly points: readonly { readonly title: string; readonly description: string }[]
  readonly children: ReactNode
}

/** What a program that opens later is going to offer, and how to be among the first. */
export function ComingSoon({ title, points, children }: ComingSoonProps) {
  return (
    <section aria-labelledby="soon" className="wrap py-12 sm:py-16">
      <div className="crop-marks grid gap-x-14 gap-y-8 sheet px-6 py-11 sm:px-12 lg:grid-cols-[1fr_1.2fr]">
        <div>
          <p className="inline-block bg-yellow px-2.5 py-1.5 text-sm leading-none font-bold text-on-yellow">
            Coming Soon
          </p>
          <h2 id="soon" className="mt-5 text-section">
            {title}
          </h2>
          <div className="mt-6">{children}</div>
        </div>
        <ul className="border-t-2 border-ink">
          {points.map(({ title: point, description }) => (
            <li key={point} className="border-b border-line py-4">
              <h3 className="text-lg">{point}</h3>
              <p className="mt-1 text-soft">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
