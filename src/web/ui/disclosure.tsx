import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

interface DisclosureProps {
  readonly title: ReactNode
  readonly open?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/**
 * A question that opens to its answer: the platform's own, so it works without a script and is found by the browser's
 * search.
 */
export function Disclosure({ title, open = false, className, children }: DisclosureProps) {
  return (
    <details
      open={open}
      className={classNames(
        'group border-b border-line print:break-inside-avoid print:[&::details-content]:[content-visibility:visible]',
        className,
      )}
    >
      <summary className="flex min-h-12 list-none items-start justify-between gap-4 py-3.5 text-lg leading-snug font-semibold hover:text-cyan [&::-webkit-details-marker]:hidden">
        {title}
        {/* As high as a line of the question, so that it stands beside the first one. */}
        <Plus
          aria-hidden="true"
          className="h-[1lh] w-5.5 shrink-0 text-cyan group-open:rotate-45 motion-safe:transition-transform"
        />
      </summary>
      <div className="max-w-[68ch] pb-5 text-soft">{children}</div>
    </details>
  )
}
