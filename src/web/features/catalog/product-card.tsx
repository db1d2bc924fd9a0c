import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Product } from '#contracts/catalog'
import { cardFacts } from '#contracts/specifications'
import { formatMoney } from '#platform/shared-kernel/money'
import { categoryPicturePath } from '../../lib/image-path.ts'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../lib/class-names.ts'
import { Price } from '../../ui/price.tsx'
import { ProductImage } from '../../ui/product-image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stars } from '../../ui/stars.tsx'
import { picturesOf, savingOf, stockLabel } from './product-details.ts'
import { TagBadges } from './tag-badges.tsx'

/** What a card shows of a product; a wishlist that was kept in the browser knows no more. */
export type CardProduct = Pick<
  Product,
  'id' | 'name' | 'price' | 'originalPrice' | 'image' | 'inStock' | 'rating' | 'reviewCount'
> &
  Partial<Pick<Product, 'brand' | 'category' | 'images' | 'tags' | 'specifications' | 'stockQuantity'>>

interface ProductCardProps {
  readonly product: CardProduct
  /** The level that fits the page: below an h1 or below a section's h2. */
  readonly heading: 'h2' | 'h3'
  /** Among the first pictures that people see: loaded at once. */
  readonly isFirst?: boolean
  /** The picture that decides how soon the page looks ready: loaded before all others. */
  readonly isLargest?: boolean
  /** The wishlist's heart. */
  readonly heart: ReactNode
  /** Add to Cart. */
  readonly action: ReactNode
  /** Below it: Compare. */
  readonly below?: ReactNode
}

/**
 * The place of a card in its grid. The cards of a row share its lines (picture, name with facts, stars, price, stock,
 * button): each is as high as the row needs. The grid itself has no gaps between rows; what is below a card is in here.
 */
export const cardPlaceClass = 'row-span-6 card-lines pb-2.5 sm:pb-4'

/**
 * A product of a list, in a place of `cardPlaceClass`. The whole card leads to it; heart and button lie above the link,
 * not inside it.
 */
export function ProductCard({
  product,
  heading: Heading,
  isFirst = false,
  isLargest = false,
  heart,
  action,
  below,
}: ProductCardProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [front = '', open] = picturesOf(product)
  const saving = savingOf(product)
  return (
    <article
      className="group product-card"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setPointedAt(true)}
    >
      <div className="product-card-picture">
        <ProductImage
          src={front}
          alt=""
          standIn={categoryPicturePath(product.category)}
          isPriority={isLargest}
          {...(isFirst && { loading: 'eager' as const })}
          className={classNames(
            !product.inStock && 'opacity-50',
            open !== undefined && isPointedAt && 'transition-opacity duration-200 group-hover:opacity-0',
          )}
        />
        {open !== undefined && isPointedAt && (
          <div
            aria-hidden="true"
            className="absolute inset-0 px-2 pt-4 pb-1 opacity-0 transition-opacity duration-200 group-hover:opacity-100 sm:px-4 sm:pt-5"
          >
            <ProductImage src={open} alt="" loading="eager" />
          </div>
        )}
      </div>
      <TagBadges tags={product.tags ?? []} className="absolute top-2 left-2 pr-10 sm:top-3 sm:left-3 sm:pr-14" />
      <div className="absolute top-1 right-1 z-10 sm:top-2 sm:right-2">{heart}</div>

      <div className="row-span-5 card-lines p-3 max-[22rem]:p-2.5 sm:p-4">
        <div>
          <p className="text-xs tracking-[0.07em] text-soft uppercase">{product.brand}</p>
          <Heading
            className="mt-1.5 line-clamp-2 text-base leading-[1.18] sm:text-lg sm:leading-[1.18]"
            title={product.name}
          >
            <Link to={paths.product(product)} className="product-card-link">
              <ShortName product={product} />
            </Link>
          </Heading>
          <p className="text-[0.8125rem] text-soft not-empty:mt-1">{cardFacts(product)}</p>
        </div>
        {product.reviewCount > 0 ? (
          <Stars rating={product.rating} reviewCount={product.reviewCount} className="mt-1.5 text-[0.8125rem]" />
        ) : (
          <p className="mt-1.5 text-[0.8125rem] text-soft">No reviews yet</p>
        )}
        <Price amount={product.price} originalAmount={product.originalPrice} className="mt-2.5" />
        <p className="mt-1.5 mb-3.5 flex content-start flex-wrap gap-x-3 text-[0.8125rem]">
          <span className={product.inStock ? 'text-ok' : 'text-soft'}>{stockLabel(product)}</span>
          {saving !== null && (
            <span className="font-semibold text-magenta">{`Save ${formatMoney(saving.savedCents)}`}</span>
          )}
        </p>
        <div className="grid content-end gap-1.5">
          <div className="relative z-10 grid">{action}</div>
          {below}
        </div>
      </div>
    </article>
  )
}

/** The name without its brand, which stands above it; read aloud and copied, it is whole. */
function ShortName({ product: { brand = '', name } }: { readonly product: CardProduct }) {
  const prefix = `${brand} `
  if (brand === '' || !name.startsWith(prefix)) return name
  return (
    <>
      <span className="sr-only">{prefix}</span>
      {name.slice(prefix.length)}
    </>
  )
}

/** The skeleton of a card, of the same height; `hasBelow` where something stands below its button. */
export function ProductCardSkeleton({ hasBelow = false }: { readonly hasBelow?: boolean }) {
  return (
    <div data-testid="product-skeleton" className="flex h-full flex-col sheet">
      <div className="border-b border-line px-2 pt-4 pb-1 sm:px-4 sm:pt-5">
        <Skeleton className="aspect-[4/3]" />
      </div>
      <div className="flex flex-1 flex-col gap-1.5 p-3 sm:p-4">
        <Skeleton className="my-0.5 h-3 w-1/4" />
        <Skeleton className="mb-1 h-9 w-11/12 sm:h-10" />
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="my-0.5 h-4 w-1/2" />
        <Skeleton className="mt-1 h-7 w-2/5" />
        <Skeleton className="mb-2 h-4 w-1/3" />
        <Skeleton className={classNames('mt-auto h-10 pointer-coarse:h-11', hasBelow && 'mb-9 pointer-coarse:mb-11')} />
      </div>
    </div>
  )
}
