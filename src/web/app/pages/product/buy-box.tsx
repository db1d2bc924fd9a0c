import { RotateCcw, ShieldCheck, Truck } from 'lucide-react'
import { useEffect, type Ref } from 'react'
import { Link } from 'react-router-dom'
import { relatedPath } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { capitalizeWords } from '#contracts/listing'
import { factsOf } from '#contracts/specifications'
import { formatMoney } from '#platform/shared-kernel/money'
import { ProductAlert } from '../../../features/alerts/product-alert.tsx'
import { AddToCartButton } from '../../../features/cart/add-to-cart-button.tsx'
import { correctStock } from '../../../features/cart/current-stock.ts'
import { useRoom } from '../../../features/cart/use-room.ts'
import { categoryAddress } from '../../../features/catalog/category-address.ts'
import { StockLine } from '../../../features/catalog/stock-line.tsx'
import { nearestInStock, savingOf } from '../../../features/catalog/product-details.ts'
import { DeliveryLine } from '../../../features/delivery/delivery-line.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useExpressWords } from '../../../lib/express-shipping.ts'
import { formatCount, formatPrice } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { RenderedOnce, FilledIn } from '../../../lib/server-markup.tsx'
import { useRead } from '../../../lib/use-read.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Price } from '../../../ui/price.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { Stars } from '../../../ui/stars.tsx'

const PROMISES = [
  {
    icon: Truck,
    title: 'Free shipping over $50',
    description: <ShippingDays />,
  },
  { icon: ShieldCheck, title: '2-year warranty', description: 'Honoured by the original manufacturer' },
  { icon: RotateCcw, title: '30-day returns', description: 'Full refund, counted from the day of delivery' },
] as const

/** A name of more letters is set smaller, or price and button would be a screen below it. */
const LONG_NAME = 70

interface BuyBoxProps {
  readonly product: Product
  /** How many the visitor chose. */
  readonly chosen: number
  readonly onQuantityChange: (quantity: number) => void
  /** The line of the button that puts it into the cart. */
  readonly actionRef: Ref<HTMLDivElement>
  readonly onShowReviews: () => void
}

/**
 * What decides: name, price, stock and facts, then the way into the cart. The count stays between 1 and what can be bought
 * beside what is in the cart.
 */
export function BuyBox({ product, chosen, onQuantityChange, actionRef, onShowReviews }: BuyBoxProps) {
  const saving = savingOf(product)
  const { quantity, most, note, isEndedByStock } = useRoom(product, chosen)
  const { id, stockQuantity } = product

  // Before somebody believes it: the page may be older than the stock.
  useEffect(() => {
    if (isEndedByStock) void correctStock({ id, stockQuantity })
  }, [isEndedByStock, id, stockQuantity])

  return (
    <div>
      <p className="text-sm tracking-[0.07em] text-soft uppercase">{product.brand}</p>
      <h1
        data-subject=""
        className={classNames(
          'mt-1 [overflow-wrap:anywhere] sm:mt-2',
          product.name.length > LONG_NAME ? 'text-2xl sm:text-3xl' : 'text-headline',
        )}
      >
        {product.name}
      </h1>
      <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-4 sm:mt-3">
        {product.reviewCount > 0 && <Stars rating={product.rating} />}
        <a
          href="#reviews"
          className="text-link tap-room py-1 text-sm"
          onClick={(event) => {
            event.preventDefault()
            onShowReviews()
          }}
        >
          {product.reviewCount > 0 ? formatCount(product.reviewCount, 'review') : 'No reviews yet'}
        </a>
        {product.sku !== null && (
          <span className="text-sm [overflow-wrap:anywhere] text-soft max-sm:hidden">SKU {product.sku}</span>
        )}
      </div>

      <div className="mt-2 border-t border-line pt-3 sm:mt-4 sm:pt-5">
        <div data-subject="" className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Price amount={product.price} originalAmount={product.originalPrice} size="large" />
          {saving !== null && (
            <Badge tone="sell" className="text-sm">
              Save {formatMoney(saving.savedCents)}
            </Badge>
          )}
        </div>
        <StockLine product={product} limit={note} className="mt-2 sm:mt-3" />
        <Facts product={product} />
        <div ref={actionRef} className="mt-4 flex flex-wrap items-center gap-3 sm:mt-5">
          <QuantityStepper
            value={quantity}
            onChange={onQuantityChange}
            of={product.name}
            max={Math.max(1, most)}
            disabled={most === 0}
          />
          <AddToCartButton
            product={product}
            quantity={quantity}
            isUsedUp={product.inStock && most === 0}
            size="large"
            className="flex-1 max-sm:px-3"
          />
        </div>
        {product.inStock ? <DeliveryLine className="mt-4" /> : <InStockInstead product={product} />}
      </div>

      <RenderedOnce name="promises">
        <ul className="mt-4 border-t border-line">
          {PROMISES.map(({ icon: Icon, title, description }) => (
            <li key={title} className="flex items-start gap-3.5 border-b border-line py-3">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-cyan" strokeWidth={1.75} />
              <p className="flex flex-wrap gap-x-3 leading-snug">
                <b className="font-semibold">{title}</b>{' '}
                <span className="text-sm leading-[1.6] text-soft">{description}</span>
              </p>
            </li>
          ))}
        </ul>
      </RenderedOnce>
    </div>
  )
}

function Facts({ product }: { readonly product: Product }) {
  const facts = factsOf(product)
  if (facts.length === 0) return null
  return (
    <FilledIn name={`key facts ${facts.length}`} texts={facts.flatMap(({ name, value }) => [name, value])}>
      {(texts) => (
        <dl
          aria-label="Key facts"
          className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 max-[13rem]:grid-cols-1 sm:mt-5 sm:gap-y-3"
        >
          {texts.map(
            (name, at) =>
              at % 2 === 0 && (
                <div key={name} className="min-w-0 border-l-2 border-line pl-2.5">
                  <dt className="text-[0.8125rem] leading-snug text-soft">{name}</dt>
                  <dd className="leading-snug font-semibold max-sm:text-sm [overflow-wrap:anywhere]">
                    {texts[at + 1]}
                  </dd>
                </div>
              ),
          )}
        </dl>
      )}
    </FilledIn>
  )
}

/**
 * The ways on from a product that is out of stock: a mail when it is back, and the one of its kind that costs about as
 * much, and until that is known, or where there is none, all of its kind. It keeps the room of two lines, so that
 * nothing below moves.
 */
function InStockInstead({ product }: { readonly product: Product }) {
  const { data: related = [] } = useRead(relatedPath(product.category))
  const nearest = nearestInStock(product, related)
  return (
    <>
      <ProductAlert product={product} />
      <p className="mt-4 flex min-h-[4.625rem] items-center rounded border border-line bg-sheet px-4 py-3">
        {nearest === null ? (
          <Link to={categoryAddress(product.category)} className="text-link font-semibold">
            All {capitalizeWords(product.category)}
          </Link>
        ) : (
          <span>
            In stock instead:{' '}
            <Link to={paths.product(nearest)} className="text-link font-semibold">
              {nearest.name}
            </Link>
            , {formatPrice(nearest.price)}
          </span>
        )}
      </p>
    </>
  )
}

function ShippingDays() {
  const { shortWay } = useExpressWords()
  return (
    <>
      Standard <span className="whitespace-nowrap">3-7 business days</span>, express{' '}
      <span className="whitespace-nowrap">1-2 business days</span>
      {shortWay}
    </>
  )
}
