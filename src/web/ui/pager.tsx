import { ArrowLeft, ArrowRight } from 'lucide-react'
import { groupDigits } from '#platform/shared-kernel/money'
import { Button } from './button.tsx'

interface PagerProps {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onPage: (page: number) => void
  /** What is counted: "products". */
  readonly noun: string
}

/** Which rows of how many are in view, and the way to the next ones. */
export function Pager({ page, pageSize, total, onPage, noun }: PagerProps) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav aria-label={`Pages of ${noun}`} className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-soft">
        {placeInWords({ page, pageSize, total, noun })}
      </p>
      {lastPage > 1 && (
        <div className="flex items-center gap-2">
          <Button
            variant="flush"
            size="small"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
            aria-label="Previous page"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Previous</span>
          </Button>
          <span className="min-w-0 text-center text-sm">
            Page {groupDigits(page)} of {groupDigits(lastPage)}
          </span>
          <Button
            variant="flush"
            size="small"
            disabled={page >= lastPage}
            onClick={() => onPage(page + 1)}
            aria-label="Next page"
          >
            <span className="max-sm:sr-only">Next</span>
            <ArrowRight aria-hidden="true" className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  )
}

/** "26–50 of 61 products", "51 of 51 products", "1 of 1", "No products". */
export function placeInWords({ page, pageSize, total, noun }: Omit<PagerProps, 'onPage'>): string {
  if (total === 0) return `No ${noun}`
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  const shown = first === last ? groupDigits(last) : `${groupDigits(first)}–${groupDigits(last)}`
  return total === 1 ? `${shown} of 1` : `${shown} of ${groupDigits(total)} ${noun}`
}
