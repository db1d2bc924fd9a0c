import { memo } from 'react'
import { Link } from 'react-router-dom'
import { fittingPath, type Fitting } from '#contracts/api-paths'
import type { PageSum, Product } from '#contracts/catalog'
import type { ListedProduct } from '#contracts/listed-product'
import { groupDigits } from '#platform/shared-kernel/money'
import { SupplyRow } from '../../supply-row.tsx'
import { formatPageCost } from '../../../lib/page-cost.ts'
import { formatPrice } from '../../../lib/format.ts'
import { categoryPicturePath } from '../../../lib/image-path.ts'
import { paths } from '../../../lib/paths.ts'
import { useRead } from '../../../lib/use-read.ts'
import { ProductImage } from '../../../ui/product-image.tsx'

/** What belongs to a product. Renders nothing where nothing does, or where it cannot be read. */
export const FittingProducts = memo(function FittingProducts({ product }: { readonly product: Product }) {
  const { data: fitting } = useRead(fittingPath(product.id))
  if (product.fits !== undefined) return <FitsThesePrinters models={product.fits} sold={fitting?.products ?? []} />
  if (fitting === undefined || fitting.products.length === 0) return null
  return <EverythingItNeeds fitting={fitting} />
})

/** The supplies that fit, each with its way into the cart, and what a page costs with them. */
function EverythingItNeeds({ fitting }: { readonly fitting: Fitting }) {
  return (
    <section aria-labelledby="needs" className="mt-14">
      <h2 id="needs" className="text-3xl">
        Everything it needs
      </h2>
      <CostPerPage fitting={fitting} />
      {fitting.model !== null && fitting.products.length > 1 && (
        <p className="mt-4">
          <Link
            to={paths.products({ category: 'supplies', fits: [fitting.model] })}
            className="text-link tap-room inline-block"
          >
            Filter the {fitting.products.length} supplies that fit by color, yield or price
          </Link>
        </p>
      )}
      <ul data-print="hide" className="mt-6 grid gap-x-12 border-t border-line lg:grid-cols-2">
        {fitting.products.map((supply) => (
          <SupplyRow key={supply.id} supply={supply} />
        ))}
      </ul>
    </section>
  )
}

/** What a page costs, as the sum that it is: "Black $89.00 ÷ 2,600 pages = 3.4¢". */
function CostPerPage({ fitting: { black, color } }: { readonly fitting: Fitting }) {
  if (black === null && color === null) return null
  const isPrint = color?.parts.some(({ supplyColor }) => supplyColor === 'all') === true
  return (
    <div className="mt-5 sheet px-5 py-4">
      <h3 className="text-lg font-bold">Cost per {isPrint ? 'print' : 'page'}</h3>
      <dl className="mt-2 grid gap-y-3">
        {black !== null && <Sum name="Black page" sum={black} />}
        {color !== null && <Sum name={isPrint ? 'Print' : 'Color page'} sum={color} />}
      </dl>
      <p className="mt-3 text-sm text-soft">
        {isPrint
          ? 'With our price of paper and ribbon today.'
          : 'With the cheapest page of each color at our prices today, and the usual 5 % of the page in each color. Without paper.'}
      </p>
    </div>
  )
}

const PART_NAMES: Readonly<Record<PageSum['parts'][number]['supplyColor'], string>> = {
  black: 'Black',
  cyan: 'Cyan',
  magenta: 'Magenta',
  yellow: 'Yellow',
  color: 'Colors',
  all: 'Set',
}

function Sum({ name, sum }: { readonly name: string; readonly sum: PageSum }) {
  return (
    <div className="grid items-baseline gap-x-6 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="font-semibold">{name}</dt>
      <dd className="figures leading-normal">
        {sum.parts.map(({ productId, price, pageYield, supplyColor }, at) => (
          <span key={productId}>
            {at > 0 && ' + '}
            <span className="inline-block">
              {PART_NAMES[supplyColor]} {formatPrice(price)} ÷ {groupDigits(pageYield)}{' '}
              {supplyColor === 'all' ? 'prints' : 'pages'}
            </span>
          </span>
        ))}{' '}
        <b className="whitespace-nowrap">= {formatPageCost(sum.cents)}</b>
      </dd>
    </div>
  )
}

/** The models of a supply: those that the shop sells as links, the others by their names. */
function FitsThesePrinters({
  models,
  sold,
}: {
  readonly models: readonly string[]
  readonly sold: readonly ListedProduct[]
}) {
  // A supply may call a model by its number or without its brand, so that only what no name ends with is left over.
  const others = models.filter((model) => !sold.some(({ name }) => name === model || name.endsWith(` ${model}`)))
  const unsold = others.length > models.length - sold.length ? [] : others
  return (
    <section aria-labelledby="fits" className="mt-14">
      <h2 id="fits" className="text-3xl">
        Fits these printers
      </h2>
      {sold.length > 0 && (
        <ul className="mt-5 grid gap-x-8 gap-y-1 border-t border-line pt-3 sm:grid-cols-2 lg:grid-cols-3">
          {sold.map((machine) => (
            <li key={machine.id}>
              <Link
                to={paths.product(machine)}
                className="flex min-h-11 items-center gap-3 py-1 underline-offset-4 hover:underline"
              >
                <span className="lit-sheet block w-12 shrink-0 overflow-hidden rounded border border-line p-0.5">
                  <ProductImage
                    src={machine.image}
                    alt=""
                    standIn={categoryPicturePath(machine.category)}
                    width={48}
                    height={36}
                  />
                </span>
                <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{machine.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {unsold.length > 0 && (
        <p className="mt-4 text-soft [overflow-wrap:anywhere]">
          {sold.length > 0 ? 'Also fits' : 'Fits'} {unsold.join(', ')}.
        </p>
      )}
    </section>
  )
}
