import { RotateCcw, ShieldCheck, Truck } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#contracts/catalog'
import { formatMoney } from '#platform/money'
import { AddToCartButton } from '../../../features/cart/add-to-cart-button.tsx'
import { StockLine } from '../../../features/catalog/stock-line.tsx'
import { savingOf, stockOf } from '../../../features/catalog/product-details.ts'
import { WishlistButton } from '../../../features/wishlist/wishlist-button.tsx'
import { formatCount } from '../../../lib/format.ts'
import { DrawnOnce } from '../../../lib/server-markup.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Price } from '../../../ui/price.tsx'
import { QuantityStepper } from '../../../ui/quantity-stepper.tsx'
import { Stars } from '../../../ui/stars.tsx'

const PROMISES = [
  {
    icon: Truck,
    title: 'Free shipping over $50',
    description: 'Standard 3-7 business days, express 1-2 business days',
  },
  { icon: ShieldCheck, title: '2-year warranty', description: 'Honoured by the original manufacturer' },
  { icon: RotateCcw, title: '30-day returns', description: 'Full refund, counted from the day of delivery' },
] as const

interface BuyBoxProps {
  readonly product: Product
  readonly onShowReviews: () => void
}

/** Name, price, stock and the way into the cart. The count stays between 1 and what is in stock. */
export function BuyBox({ product, onShowReviews }: BuyBoxProps) {
  const [quantity, setQuantity] = useState(1)
  const saving = savingOf(product)
  const most = Math.max(1, stockOf(product).most)
  return (
    <div>
      <p className="text-sm tracking-[0.07em] text-soft uppercase">{product.brand}</p>
      <h1 className="mt-2 text-headline [overflow-wrap:anywhere]">{product.name}</h1>
      <div className="mt-3 flex min-h-8 flex-wrap items-center gap-x-4">
        {product.reviewCount > 0 && <Stars rating={product.rating} />}
        <a
          href="#reviews"
          className="text-link py-1 text-sm"
          onClick={(event) => {
            event.preventDefault()
            onShowReviews()
          }}
        >
          {product.reviewCount > 0 ? formatCount(product.reviewCount, 'review') : 'No reviews yet'}
        </a>
        {product.sku !== null && <span className="text-sm text-soft">SKU {product.sku}</span>}
      </div>
      <p className="mt-4 max-w-[62ch] text-lg text-soft [overflow-wrap:anywhere]">{product.description}</p>

      <div className="mt-6 border-t border-line pt-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Price amount={product.price} originalAmount={product.originalPrice} size="large" />
          {saving !== null && (
            <Badge tone="sell" className="text-sm">
              Save {formatMoney(saving.savedCents)}
            </Badge>
          )}
        </div>
        <StockLine product={product} className="mt-4" />
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <QuantityStepper
            value={Math.min(quantity, most)}
            onChange={setQuantity}
            of={product.name}
            max={most}
            disabled={!product.inStock}
          />
          <WishlistButton product={product} isLarge className="max-lg:ml-auto lg:order-last" />
          <AddToCartButton
            product={product}
            quantity={Math.min(quantity, most)}
            size="large"
            className="max-lg:w-full lg:min-w-40 lg:flex-1"
          />
        </div>
      </div>

      <DrawnOnce name="promises">
        <ul className="mt-7 border-t border-line">
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
      </DrawnOnce>
    </div>
  )
}
