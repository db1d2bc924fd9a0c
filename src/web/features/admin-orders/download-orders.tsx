import { Download } from 'lucide-react'
import { STAFF_ORDERS_PATH } from '#contracts/staff-paths'
import { withQuery } from '../../lib/with-query.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'

interface DownloadOrdersProps {
  /** Which orders: the filters of the list, or the numbers of a selection. */
  readonly query: Readonly<Record<string, string>>
  readonly label: string
}

/** Loads orders as a file for a spreadsheet. */
export function DownloadOrders({ query, label }: DownloadOrdersProps) {
  return (
    <DownloadLink
      href={withQuery(`${STAFF_ORDERS_PATH}.csv`, query)}
      className={buttonClass({ variant: 'quiet', size: 'small' })}
      icon={<Download aria-hidden="true" className="size-4" />}
    >
      {label}
    </DownloadLink>
  )
}
