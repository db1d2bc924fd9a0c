import type { ComponentProps } from 'react'
import { ImageField } from '../../../features/admin-images/image-field.tsx'
import { ProductDialog } from '../../../features/admin-products/product-dialog.tsx'
import { cardPlaceClass, ProductCard } from '../../../features/catalog/product-card.tsx'
import { buttonClass } from '../../../ui/button.tsx'

/** The product dialog with its pictures and the shop's card, which are features of their own. */
export function ProductEditor(props: Omit<ComponentProps<typeof ProductDialog>, 'renderImages' | 'renderCard'>) {
  return (
    <ProductDialog
      {...props}
      renderImages={(pictures) => <ImageField {...pictures} />}
      renderCard={(product) => (
        <div className="grid">
          <div className={cardPlaceClass}>
            <ProductCard
              product={product}
              heading="h3"
              isFirst
              heart={null}
              action={<span className={buttonClass({ variant: 'quiet', wide: true })}>Add to Cart</span>}
            />
          </div>
        </div>
      )}
    />
  )
}
