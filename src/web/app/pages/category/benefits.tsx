import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

export interface Benefit {
  readonly icon: LucideIcon
  readonly title: string
  readonly description: string
}

interface BenefitsProps {
  readonly title: string
  readonly benefits: readonly Benefit[]
}

/** Why to buy one of these, in a row of short reasons. */
export function Benefits({ title, benefits }: BenefitsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b border-line bg-sheet">
      <div className="wrap py-10">
        <h2 id={id} className="sr-only">
          {title}
        </h2>
        <ul className="grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
          {benefits.map(({ icon: Icon, title: benefit, description }) => (
            <li key={benefit} className="flex gap-4">
              <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-cyan" strokeWidth={1.75} />
              <div>
                <h3 className="text-lg">{benefit}</h3>
                <p className="mt-1 text-sm text-soft">{description}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
