import { useId, type ReactNode } from 'react'
import { useStaffKeys } from '../lib/staff-keys.ts'
import { Button } from './button.tsx'
import { useFootPadding } from './use-foot-padding.ts'

interface SelectionBarProps {
  /** "Selected orders" */
  readonly label: string
  /** "3 orders selected"; it is read out when it changes. */
  readonly status: string
  /** What can be done with them. */
  readonly children: ReactNode
  readonly onClear: () => void
}

/**
 * How many rows of a table are selected, and what can be done with them. It lies over the foot of the window, wherever in
 * a long table one is, and comes after the table, so that no row moves from under the pointer when the first is selected.
 */
export function SelectionBar({ label, status, children, onClear }: SelectionBarProps) {
  const id = useId()
  useFootPadding(id)
  const keyed = useStaffKeys()
  return (
    <div
      id={id}
      role="group"
      aria-label={label}
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-ink bg-cyan-wash px-4 py-2 shadow-lg motion-safe:animate-[paper-feed_150ms_ease-out] max-md:bottom-[calc(var(--rooms)+0.5rem)] max-sm:px-3"
    >
      <p className="font-semibold max-sm:text-sm" role="status">
        {status}
      </p>
      <Button
        size="small"
        variant="ghost"
        {...keyed('clear')}
        onClick={() => {
          onClear()
          // The bar goes with the button, and the next thing that is selected is in the table.
          document.querySelector<HTMLElement>('main thead input[type=checkbox]')?.focus({ preventScroll: true })
        }}
      >
        Clear
      </Button>
      <div className="ml-auto flex flex-wrap justify-end gap-2 max-sm:ml-0 max-sm:*:grow">{children}</div>
    </div>
  )
}
