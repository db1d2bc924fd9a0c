import { Link } from 'react-router-dom'
import { productListsPath } from '#contracts/staff-paths'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/staff-person.ts'
import { useRead } from '../../lib/use-read.ts'
import { RetryButton } from '../../ui/async.tsx'

/** Whose price lists have a product, and the last list that changed it. Shows nothing for one that no list names. */
export function ProductLists({ id }: { readonly id: number }) {
  const path = useMay('imports.read') ? productListsPath(id) : null
  const { data, error, retry } = useRead(path, { revalidateOnMount: true })
  if (error !== undefined && data === undefined)
    return (
      <div role="alert" className="grid justify-items-start gap-2 text-sm">
        <p>Its price lists could not be read.</p>
        <RetryButton size="small" onRetry={retry} />
      </div>
    )
  if (data === undefined || (data.suppliers.length === 0 && data.latest === null)) return null
  const { suppliers, latest } = data
  return (
    <section aria-label="Price lists" className="grid gap-1 text-sm">
      <h3 className="font-semibold">Price lists</h3>
      {suppliers.length > 0 && (
        <ul>
          {suppliers.map((supplier) => (
            <li key={supplier.id} className="wrap-anywhere">
              {supplier.name}
              {supplier.hasLeft && <span className="text-soft">, no longer on their list</span>}
            </li>
          ))}
        </ul>
      )}
      {latest !== null && (
        <p className="text-soft wrap-anywhere">
          Last changed by{' '}
          <Link to={paths.room('imports', { import: latest.importId })} className="text-link">
            {latest.fileName}
          </Link>
          {latest.supplierName !== null && suppliers.length !== 1 && ` of ${latest.supplierName}`},{' '}
          <time dateTime={latest.at}>{formatShopTime(latest.at)}</time>
        </p>
      )}
    </section>
  )
}
