import { Check } from 'lucide-react'
import type { Product } from '#contracts/catalog'
import { specificationsOf } from '#contracts/specifications'
import { FilledIn } from '../../lib/server-markup.tsx'

/** The figures of a product as a table that lines up, its features beside it. */
export function SpecificationTable({ product }: { readonly product: Product }) {
  const { rows, remarks } = specificationsOf(product)
  const all = product.sku === null ? rows : [...rows, { name: 'SKU', value: product.sku }]
  return (
    <FilledIn
      name={`specifications ${all.length} ${remarks.length} ${product.features.length}`}
      texts={[product.name, ...all.flatMap(({ name, value }) => [name, value]), ...remarks, ...product.features]}
    >
      {([name = '', ...texts]) => {
        const cells = texts.splice(0, 2 * all.length)
        return <Specifications name={name} cells={cells} remarks={texts.splice(0, remarks.length)} features={texts} />
      }}
    </FilledIn>
  )
}

interface SpecificationsProps {
  /** The product's. */
  readonly name: string
  /** Names and values in turn. */
  readonly cells: readonly string[]
  readonly remarks: readonly string[]
  readonly features: readonly string[]
}

function Specifications({ name, cells, remarks, features }: SpecificationsProps) {
  const rows = cells.flatMap((cell, at) => (at % 2 === 0 ? [{ name: cell, value: cells[at + 1] }] : []))
  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1.25fr_1fr]">
      <div>
        {rows.length === 0 && remarks.length === 0 && (
          <p className="text-soft">The manufacturer gives no figures for this product.</p>
        )}
        {rows.length > 0 && (
          <table className="w-full table-fixed border-t-2 border-ink text-left">
            <caption className="sr-only">Specifications of {name}</caption>
            <tbody>
              {rows.map(({ name, value }) => (
                <tr key={name} className="border-b border-line align-top">
                  <th
                    scope="row"
                    className="w-2/5 py-2.5 pr-4 font-normal [overflow-wrap:anywhere] text-soft large-letters:block large-letters:w-full large-letters:pb-0"
                  >
                    {name}
                  </th>
                  <td className="py-2.5 [overflow-wrap:anywhere] large-letters:block large-letters:pt-0">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {remarks.map((remark) => (
          <p key={remark} className="mt-4">
            {remark}
          </p>
        ))}
      </div>
      {features.length > 0 && (
        <div>
          <h3 className="mb-4 text-xl">Features</h3>
          <ul className="grid gap-2.5">
            {features.map((feature) => (
              <li key={feature} className="flex gap-3">
                <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-cyan" strokeWidth={3} />
                <span className="min-w-0">{feature}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
