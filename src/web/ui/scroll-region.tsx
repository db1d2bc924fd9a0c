import type { ReactNode } from 'react'

/** A part that scrolls by itself and can therefore be reached by keyboard; `label` names it for a screen reader. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div role="region" aria-label={label} tabIndex={0} className={className}>
      {children}
    </div>
  )
}
