import { bulkEditRowsPath } from '#contracts/staff-paths'
import { useRead } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { TableSkeleton } from '../../ui/table-skeleton.tsx'
import { Changes } from './changes.tsx'

interface BulkEditRowsProps {
  readonly id: string
  readonly outcome: 'changed' | 'refused' | 'left'
  /** The step that the rows are of: they are read again when it changes. */
  readonly count: number
  readonly title: string
}

/** The first products with an outcome: old and new values, or why nothing is changed. */
export function BulkEditRows({ id, outcome, count, title }: BulkEditRowsProps) {
  const { data, error, retry } = useRead(bulkEditRowsPath(id, outcome), { revalidateOnMount: true })
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{title}</h3>
      <Async
        data={data}
        error={error}
        errorMessage="These products could not be read."
        onRetry={retry}
        loading={<TableSkeleton text="Loading products..." />}
      >
        {(rows) => (
          <>
            <ScrollRegion label={title} className="max-h-72 overflow-y-auto rounded border border-line">
              <ul className="grid text-sm">
                {rows.map((row) => (
                  <li
                    key={row.productId}
                    className="grid gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-b-0 sm:grid-cols-2"
                  >
                    <span className="font-medium wrap-anywhere">{row.name}</span>
                    {row.reason === null ? <Changes changes={row.changes} /> : <span>{row.reason}</span>}
                  </li>
                ))}
              </ul>
            </ScrollRegion>
            {count > rows.length && (
              <p className="text-sm text-soft">And {(count - rows.length).toLocaleString('en-US')} more.</p>
            )}
          </>
        )}
      </Async>
    </section>
  )
}
