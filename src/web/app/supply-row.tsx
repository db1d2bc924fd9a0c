import { Link } from 'react-router-dom'
import type { ListedProduct } from '#contracts/listed-product'
import { cardFacts } from '#contracts/specifications'
import { formatPrice } from '../lib/format.ts'
import { categoryPicturePath } from '../lib/image-path.ts'
import { paths } from '../lib/paths.ts'
import { ProductImage } from '../ui/product-image.tsx'
import { WholeWords } from '../ui/whole-words.tsx'
import { AddToCartButton } from '../features/cart/add-to-cart-button.tsx'

/** A supply with its way into the cart, as an item of a list. */
export function SupplyRow({ supply }: { readonly supply: ListedProduct }) {
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)_auto] large-letters:grid-cols-[--spacing(12)_minmax(0,1fr)] large-letters:gap-x-2 items-center gap-x-4 gap-y-2 border-b border-line py-3 sm:gap-y-0.5">
      <span className="lit-sheet row-span-2 block max-[23rem]:row-span-1 self-start overflow-hidden rounded border border-line p-1">
        <ProductImage src={supply.image} alt="" standIn={categoryPicturePath(supply.category)} width={72} height={54} />
      </span>
      <div className="col-span-2 min-w-0 large-letters:col-span-1 sm:col-span-1 sm:self-end">
        <Link
          to={paths.product(supply)}
          className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          <WholeWords>{supply.name}</WholeWords>
        </Link>
        <p className="text-sm text-soft">{cardFacts(supply)}</p>
      </div>
      <p className="figures max-[23rem]:col-span-2 sm:col-start-2 sm:self-start">
        <b className="mr-3 whitespace-nowrap">{formatPrice(supply.price)}</b>
        {!supply.inStock && <span className="text-sm whitespace-nowrap text-soft">Out of Stock</span>}
      </p>
      <AddToCartButton
        product={supply}
        variant="quiet"
        size="small"
        className="large-letters:col-span-2 sm:col-start-3 sm:row-span-2 sm:row-start-1"
      />
    </li>
  )
}
