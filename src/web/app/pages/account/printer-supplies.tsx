import { Link } from 'react-router-dom'
import { fittingPath, productsByIdPath } from '#contracts/api-paths'
import type { Order } from '#contracts/orders'
import type { Product } from '#contracts/catalog'
import { paths } from '../../../lib/paths.ts'
import { useRead } from '../../../lib/use-read.ts'
import { SupplyRow } from '../../supply-row.tsx'
import { boughtProductIds } from '../../../features/account/bought-products.ts'

/** How many machines are shown, the latest first, and how many supplies of each. */
const MACHINES_SHOWN = 3
const SUPPLIES_SHOWN = 4

/** The supplies that fit what the customer bought. Nothing where nothing does. */
export function PrinterSupplies({ orders }: { readonly orders: readonly Order[] }) {
  const ids = boughtProductIds(orders)
  const { data: products = [] } = useRead(ids.length === 0 ? null : productsByIdPath(ids))
  const machines = products.filter(({ category }) => category !== 'supplies').slice(0, MACHINES_SHOWN)
  return machines.map((machine) => <MachineSupplies key={machine.id} machine={machine} />)
}

function MachineSupplies({ machine }: { readonly machine: Product }) {
  const { data: fitting } = useRead(fittingPath(machine.id))
  const supplies = fitting?.products ?? []
  if (supplies.length === 0) return null
  const shown = supplies.toSorted((one, other) => Number(other.inStock) - Number(one.inStock)).slice(0, SUPPLIES_SHOWN)
  const title = `supplies-of-${machine.id}`
  return (
    <section aria-labelledby={title} className="sheet p-5 sm:p-7">
      <h3 id={title} className="text-2xl [overflow-wrap:anywhere]">
        For your {machine.name}
      </h3>
      <ul className="mt-3 grid gap-x-12 border-t border-line lg:grid-cols-2">
        {shown.map((supply) => (
          <SupplyRow key={supply.id} supply={supply} />
        ))}
      </ul>
      {supplies.length > shown.length && (
        <Link to={`${paths.product(machine)}#needs`} className="mt-3 inline-flex min-h-11 items-center text-link">
          All {supplies.length} that fit
        </Link>
      )}
    </section>
  )
}
