import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Back and forth in a list that is all here already. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages < 2) return null
  return (
    <nav aria-label="Pages of orders" className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <Button variant="quiet" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}><ChevronLeft aria-hidden="true" className="size-4" />Newer</Button>
      <p role="status" className="text-sm">Page {page} of {pages}</p>
      <Button variant="quiet" size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>Older<ChevronRight aria-hidden="true" className="size-4" /></Button>
    </nav>
  )
}
