import { memo } from 'react'
import { Link } from 'react-router-dom'
import { RELATED_SHOWN, relatedPath } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { categoryAddress } from '../../../features/catalog/category-address.ts'
import { ProductGrid, ProductGridSkeleton } from '../../../features/catalog/product-grid.tsx'
import { capitalizeWords } from '#contracts/listing'
import { FilledIn } from '../../../lib/server-markup.tsx'
import { useRead } from '../../../lib/use-read.ts'
import { ShopProductCard } from '../../shop-product-card.tsx'

/** Other products of the same category. Renders nothing when there are none or they cannot be read. */
export const RelatedProducts = memo(function RelatedProducts({ product }: { readonly product: Product }) {
  const { data: products, error } = useRead(relatedPath(product.category))
  const others = products?.filter(({ id }) => id !== product.id).slice(0, RELATED_SHOWN)
  if (error || others?.length === 0) return null
  const category = capitalizeWords(product.category)
  return (
    <section data-print="hide" aria-labelledby="related" className="mt-16 border-t border-line pt-12">
      <FilledIn
        name="head of related products"
        texts={[`More in ${category}`, `All ${category}`, categoryAddress(product.category).slice(1)]}
      >
        {([heading, all, address]) => (
          <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <h2 id="related" className="text-3xl">
              {heading}
            </h2>
            <Link to={`/${address}`} className="text-link tap-room py-1.5">
              {all}
            </Link>
          </div>
        )}
      </FilledIn>
      {others === undefined ? (
        <ProductGridSkeleton count={RELATED_SHOWN} width="four" />
      ) : (
        <ProductGrid products={others} width="four">
          {(other) => <ShopProductCard product={other} />}
        </ProductGrid>
      )}
    </section>
  )
})
