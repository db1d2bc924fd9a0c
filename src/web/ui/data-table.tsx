import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { listenToRowKeys } from './rows.ts'
import { ScrollRegion } from './scroll-region.tsx'

interface DataTableProps {
  /** What the table shows; names the region that scrolls sideways and the table itself. */
  readonly label: string
  /** Newer rows are being loaded: a line along the upper edge shows it, and the rows stay readable. */
  readonly isRefreshing?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A dense table. Where the screen is too narrow it scrolls within a region that the keyboard reaches. */
export function DataTable({ label, isRefreshing = false, className, children }: DataTableProps) {
  return (
    // A region that scrolls must be reachable by keyboard.
    <ScrollRegion label={label} className="relative overflow-x-auto sheet">
      {isRefreshing && <div aria-hidden="true" className="absolute inset-x-0 top-0 h-0.5 bg-cyan" />}
      <table
        aria-busy={isRefreshing}
        ref={listenToRowKeys}
        className={classNames('w-full border-collapse text-sm', isRefreshing && 'cursor-progress', className)}
      >
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </ScrollRegion>
  )
}

/** A column's heading. */
export function HeadCell({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...props}
      className={classNames(
        'border-b border-line bg-wash px-3 py-2.5 text-left text-xs font-bold whitespace-nowrap',
        className,
      )}
    />
  )
}

/** What stands out in a list stays so under the pointer. */
const GROUNDS = { usual: 'hover:bg-paper', selected: 'bg-cyan-wash', changed: 'bg-yellow-wash' } as const

interface RowProps extends ComponentProps<'tr'> {
  readonly ground?: keyof typeof GROUNDS
}

export function Row({ ground = 'usual', className, ...props }: RowProps) {
  return (
    <tr
      {...props}
      className={classNames(
        'border-b border-line last:border-b-0 [&:has(:focus-visible)>:first-child]:shadow-[inset_3px_0_var(--cyan)]',
        GROUNDS[ground],
        className,
      )}
    />
  )
}

export function Cell({ className, ...props }: ComponentProps<'td'>) {
  return <td {...props} className={classNames('px-3 py-2 align-middle', className)} />
}

/** Names its row for screen readers. */
export function RowHead({ className, ...props }: ComponentProps<'th'>) {
  return <th scope="row" {...props} className={classNames('px-3 py-2 text-left align-middle font-normal', className)} />
}

/** Labels a value where a table is shown as cards and its head is hidden. */
export function PhoneLabel({ className, children }: { readonly className?: string; readonly children: string }) {
  return (
    <span aria-hidden="true" className={classNames('text-xs text-soft sm:hidden', className)}>
      {children}
    </span>
  )
}
