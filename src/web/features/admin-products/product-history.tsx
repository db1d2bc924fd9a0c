import type { ProductHistory as History } from '#contracts/admin'
import { productHistoryPath } from '#contracts/staff-paths'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { useRead } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { TableSkeleton } from '../../ui/table-skeleton.tsx'
import { Changes } from './changes.tsx'

/** Who changed what of a product and when, newest first. */
export function ProductHistory({ id }: { readonly id: number }) {
  const { data, error, retry } = useRead(productHistoryPath(id), { revalidateOnMount: true })
  return (
    <Async
      data={data}
      error={error}
      errorMessage="The history could not be read."
      onRetry={retry}
      loading={<TableSkeleton text="Loading history..." />}
    >
      {(changes) =>
        changes.length === 0 ? (
          <p className="text-sm text-soft">Nothing was changed yet.</p>
        ) : (
          <ol className="grid text-sm">
            {changes.map((change) => (
              <li
                key={`${change.at} ${change.source} ${change.isUndo}`}
                className="grid gap-x-6 gap-y-1 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[14rem_1fr]"
              >
                <span className="grid content-start wrap-anywhere">
                  <b className="font-semibold">{change.person ?? 'The shop'}</b>
                  <span className="text-soft">{sourceOf(change)}</span>
                  <time dateTime={change.at} className="text-soft">
                    {formatShopTime(change.at)}
                  </time>
                </span>
                <Changes changes={change.changes} />
              </li>
            ))}
          </ol>
        )
      }
    </Async>
  )
}

function sourceOf({ source, fileName, isUndo }: History[number]): string | null {
  const undo = isUndo ? 'Undo of ' : ''
  if (source === 'import') return `${undo}${isUndo ? 'price list' : 'Price list'} ${fileName ?? ''}`
  if (source === 'bulk-edit') return isUndo ? 'Undo of a bulk edit' : 'Bulk edit'
  return null
}
