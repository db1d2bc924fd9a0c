import { memo, useRef } from 'react'
import { Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatMoney } from '#platform/shared-kernel/money'
import { paths } from '../../lib/paths.ts'
import { capitalizeWords } from '#contracts/listing'
import { classNames } from '../../lib/class-names.ts'
import { formatPrice } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { categoryPicturePath } from '../../lib/image-path.ts'
import { isLongPrice } from '../../ui/price.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { useFocusWhenFewer } from '../../ui/use-focus-when-fewer.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import { lineCents, type CartItem } from './cart.ts'
import { LineNotices } from './line-notices.tsx'
import type { LineNotice } from './reprice.ts'
import { roomNote } from './room-note.ts'
import { mostInCart } from './room.ts'
import { useCooldown } from '../../ui/use-cooldown.ts'
import { removeFromCart, setCartQuantity } from './use-cart.ts'

const UPDATING_MS = 120

interface CartLineProps {
  readonly item: CartItem
  readonly notices: readonly LineNotice[]
  /** How many of the product are left; null where that is not counted, or not known yet. */
  readonly left: number | null
}

/**
 * One line: picture, name, price, stepper, remove and what it comes to. Its buttons rest while it is updated. A change of
 * another line does not render it again.
 */
export const CartLine = memo(function CartLine({ item, notices, left }: CartLineProps) {
  const [isUpdating, beginUpdate] = useCooldown(UPDATING_MS)
  const link = useRef<HTMLAnchorElement>(null)
  const { product, productId, quantity } = item
  const cents = lineCents(item)
  const counted = { stockQuantity: left ?? 0 }
  const most = mostInCart(counted)

  // A notice goes with the button that settles it.
  useFocusWhenFewer(notices.length, link)

  function update(wanted: number): void {
    beginUpdate()
    setCartQuantity(productId, wanted)
  }

  return (
    <li
      aria-busy={isUpdating}
      className="grid grid-cols-[5.5rem_minmax(0,1fr)] large-letters:grid-cols-1 gap-x-4 gap-y-3 border-b border-line py-5 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-x-6"
    >
      <Link
        to={paths.product({ id: productId })}
        tabIndex={-1}
        aria-hidden="true"
        className="lit-sheet self-start rounded border border-line p-1.5 large-letters:w-22 sm:row-span-2 sm:p-2"
      >
        <ProductImage
          src={product.image}
          alt=""
          standIn={categoryPicturePath(product.category)}
          width={160}
          height={120}
        />
      </Link>
      <div className="grid content-start gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
          <div className="grid min-w-0 flex-1 basis-44 gap-1 [overflow-wrap:anywhere]">
            <p className="text-xs tracking-[0.07em] text-soft uppercase">{capitalizeWords(product.category)}</p>
            <h2 className="text-xl">
              <Link ref={link} to={paths.product({ id: productId })} className="underline-offset-4 hover:underline">
                <WholeWords>{product.name}</WholeWords>
              </Link>
            </h2>
            <p className="text-sm text-soft">{formatPrice(product.price)} each</p>
          </div>
          <p
            className={classNames(
              'figures pt-1 text-2xl font-bold whitespace-nowrap',
              isLongPrice(cents) && 'max-[23rem]:text-lg',
            )}
          >
            <span className="sr-only">Line total: </span>
            {formatMoney(cents)}
          </p>
        </div>
        <LineNotices item={item} notices={notices} />
      </div>
      <div className="col-span-2 flex items-center justify-between gap-3 large-letters:col-span-1 large-letters:flex-wrap sm:col-span-1 sm:col-start-2 sm:justify-start">
        <QuantityStepper value={quantity} onChange={update} of={product.name} max={most} disabled={isUpdating} />
        <Button
          variant="ghost"
          size="small"
          disabled={isUpdating}
          onClick={() => removeFromCart(productId)}
          aria-label={`Remove ${product.name}`}
          className="max-sm:order-1"
        >
          <Trash2 aria-hidden="true" className="size-4" />
          {/* The smallest phones have room for it or for what is said beside it. */}
          <span className="max-[23rem]:hidden">Remove</span>
        </Button>
        {/* Of a line with more than there are, its notice says so. */}
        <p aria-live="polite" className="flex-1 text-sm text-soft max-sm:text-center sm:ml-1">
          {quantity <= most && roomNote(counted, 0, quantity)}
        </p>
      </div>
    </li>
  )
})
