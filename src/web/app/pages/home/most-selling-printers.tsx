import { Link } from 'react-router-dom'
import { MOST_SELLING_PATH } from '#contracts/api-paths'
import { useShortLivedProducts } from '../../../features/catalog/use-products.ts'
import { ProductGrid, ProductGridSkeleton } from '../../../features/catalog/product-grid.tsx'
import { mostSelling } from '../../../features/catalog/most-selling.ts'
import { Async } from '../../../ui/async.tsx'
import { paths } from '../../../lib/paths.ts'
import { ShopProductCard } from '../../shop-product-card.tsx'
import { HomeSection } from './home-section.tsx'

/** Up to four HP printers, four skeletons until they are there (specification 1, sections 7 and 9). */
export function MostSellingPrinters() {
  const { data: products, error, retry } = useShortLivedProducts(MOST_SELLING_PATH)
  return (
    <HomeSection
      title="Most Selling Printers"
      links={
        <>
          <Link to={paths.category('printers')} className="text-link tap-room inline-block py-1.5">
            Find your printer
          </Link>
          <Link to={paths.products({ category: 'printers' })} className="text-link tap-room inline-block py-1.5">
            All printers
          </Link>
        </>
      }
    >
      <Async
        data={products && mostSelling(products)}
        error={error}
        errorMessage="Failed to fetch products"
        onRetry={retry}
        loading={<ProductGridSkeleton count={4} width="four" />}
        isEmpty={(chosen) => chosen.length === 0}
        empty={
          <p className="text-soft">
            The most selling printers are on their way to us. All printers shows what is here today.
          </p>
        }
      >
        {(chosen) => (
          <ProductGrid products={chosen} width="four">
            {(product) => <ShopProductCard product={product} />}
          </ProductGrid>
        )}
      </Async>
    </HomeSection>
  )
}
