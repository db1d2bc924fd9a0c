import { X } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Product } from '#contracts/catalog'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { centsOf } from '../../lib/format.ts'
import { categoryPicturePath } from '../../lib/image-path.ts'
import { IconButton } from '../../ui/button.tsx'
import { isLongPrice } from '../../ui/price.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { ComparisonRow } from './comparison.ts'

/** A word that is wider than a phone's column at the usual size of names ("imagePROGRAF"); it would be broken anywhere. */
const LONG_WORD = /[^\s-]{12}/

interface ComparisonTableProps {
  readonly products: readonly Product[]
  readonly rows: readonly ComparisonRow[]
  readonly onRemove: (id: number) => void
  /** Below each product: the way into the cart. */
  readonly children: (product: Product) => ReactNode
}

/**
 * Products as columns, figures as rows; the names of the rows stay in view while the table scrolls sideways. On a phone
 * the third column begins at the edge, so that one sees that there is more.
 */
export function ComparisonTable({ products, rows, onRemove, children }: ComparisonTableProps) {
  const isLong = products.some(({ price }) => isLongPrice(centsOf(price)))
  const hasLongWords = products.some(({ name }) => LONG_WORD.test(name))
  return (
    // Scrolls by keyboard as well; holds the words for screen readers, which would widen the page.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Comparison" tabIndex={0} className="relative overflow-x-auto print:mt-6">
      <table
        className="w-full min-w-[calc(6rem+var(--columns)*7.375rem)] print:min-w-0! table-fixed border-separate border-spacing-0 text-left text-pretty sm:min-w-[calc(8rem+var(--columns)*11rem)]"
        style={{ '--columns': products.length } as CSSProperties}
      >
        <caption className="sr-only">Products side by side</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className={classNames(rowHead, 'w-[min(6rem,45vw)] border-b-2 border-ink align-bottom sm:w-40 lg:w-48')}
            >
              <span className="sr-only">Feature</span>
            </th>
            {products.map((product) => (
              <th
                key={product.id}
                scope="col"
                className="h-px border-b-2 border-ink px-1 pb-4 align-top font-normal sm:px-3"
              >
                <ColumnHead product={product} hasLongWords={hasLongWords} onRemove={() => onRemove(product.id)}>
                  {children(product)}
                </ColumnHead>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values, isBest }) => (
            <tr key={name}>
              <th
                scope="row"
                className={classNames(
                  rowHead,
                  'border-b border-line py-3 pr-2 text-sm leading-[1.5rem] font-normal text-soft [overflow-wrap:anywhere] sm:pr-3',
                )}
              >
                {name}
              </th>
              {values.map((value, index) => (
                <td
                  key={products[index]?.id}
                  className={classNames(
                    'border-b border-line px-1 py-3 align-top [overflow-wrap:anywhere] sm:px-3',
                    name === 'Price'
                      ? classNames('figures whitespace-nowrap', isLong ? 'text-sm sm:text-lg' : 'text-xl')
                      : 'text-[0.9375rem] sm:text-base',
                    isBest[index] === true && 'border-soft/30 bg-yellow-wash',
                    (isBest[index] === true || name === 'Price') && 'font-bold',
                  )}
                >
                  {isBest[index] === true && <span className="sr-only">Better: </span>}
                  {value ?? (
                    <>
                      <span aria-hidden="true" className="text-soft">
                        –
                      </span>
                      <span className="sr-only">Not given</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** As high as the highest of the row, so that the ways into the cart stand side by side. */
function ColumnHead({
  product,
  hasLongWords,
  onRemove,
  children,
}: {
  readonly product: Product
  readonly hasLongWords: boolean
  readonly onRemove: () => void
  readonly children: ReactNode
}) {
  return (
    <span className="flex h-full flex-col">
      <span className="relative block">
        {/* On a phone the picture is no wider than two buttons: it stands below the one that removes it. */}
        <span className="lit-sheet block overflow-hidden rounded border border-line p-3 max-sm:pt-11 print:pt-3">
          <ProductImage src={product.image} alt="" standIn={categoryPicturePath(product.category)} loading="eager" />
        </span>
        <span data-print="hide" className="absolute top-1 right-1">
          <IconButton label={`Remove ${product.name}`} onClick={onRemove} className="rounded-full bg-sheet text-ink">
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      </span>
      <Link
        to={paths.product(product)}
        title={product.name}
        className={classNames(
          'mt-3 mb-3 line-clamp-6 min-h-[4.1em] font-display leading-snug font-bold underline-offset-4 [overflow-wrap:anywhere] hover:underline sm:line-clamp-4 sm:text-lg lg:min-h-[2.75em] print:line-clamp-none',
          hasLongWords ? 'text-sm' : 'text-base',
        )}
      >
        <WholeWords>{product.name}</WholeWords>
      </Link>
      <span data-print="hide" className="mt-auto grid">
        {children}
      </span>
    </span>
  )
}

const rowHead = 'sticky left-0 z-10 bg-paper align-top'
