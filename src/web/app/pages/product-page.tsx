import { useParams } from 'react-router-dom'
import { reviewsPath } from '#contracts/api-paths'
import type { Product } from '#contracts/catalog'
import { useProduct } from '../../features/catalog/use-product.ts'
import { categoryAddress } from '../../features/catalog/category-address.ts'
import { breadcrumbData, productData } from '../../features/catalog/structured-data.ts'
import { capitalizeWords } from '#contracts/listing'
import { Head } from '../../lib/head.tsx'
import { productImagePath } from '../../lib/image-path.ts'
import { useRead } from '../../lib/use-read.ts'
import { FailureNote } from '../../ui/async.tsx'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { illustration } from '../illustrations.ts'
import { paths } from '../../lib/paths.ts'
import { ProductDetail } from './product/product-detail.tsx'
import { ProductDetailSkeleton } from './product/product-detail-skeleton.tsx'

/** One product (specification 1, section 2). Its address holds its number; anything else is no product. */
export default function ProductPage() {
  const { id = '' } = useParams()
  const { product, isMissing, error, retry } = useProduct(/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null)
  if (isMissing) return <ProductNotFound />
  if (product === undefined) {
    return (
      <>
        <Head title="Product" noindex />
        {error === undefined ? (
          <ProductDetailSkeleton />
        ) : (
          <div className="wrap grid gap-8 py-16">
            <h1 className="text-4xl">Product</h1>
            <FailureNote message="Failed to load the product. Please try again." onRetry={retry} />
          </div>
        )}
      </>
    )
  }
  const crumbs = crumbsOf(product)
  return (
    <>
      <ProductHead product={product} crumbs={crumbs} />
      <ProductDetail key={product.id} product={product} crumbs={crumbs} />
    </>
  )
}

/** A product's head, with what customers said. */
function ProductHead({ product, crumbs }: { readonly product: Product; readonly crumbs: readonly Crumb[] }) {
  const { data: reviews } = useRead(reviewsPath(product.id))
  return (
    <Head
      title={product.name}
      description={shorten(product.description)}
      canonical={paths.product(product)}
      {...(productImagePath(product.image) !== '' && { image: productImagePath(product.image) })}
      jsonLd={[productData(product, reviews), breadcrumbData(crumbs, paths.product(product))]}
    />
  )
}

function crumbsOf(product: Product): readonly Crumb[] {
  return [
    { label: 'Home', to: paths.home() },
    { label: capitalizeWords(product.category), to: categoryAddress(product.category) },
    { label: product.name },
  ]
}

/** As much of a description as search results show, cut at a word. */
function shorten(text: string, longest = 160): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`
}

function ProductNotFound() {
  return (
    <div className="wrap py-10">
      <Head title="Product Not Found" status={404} />
      <EmptyState
        heading="h1"
        title="Product Not Found"
        description="The product you're looking for doesn't exist."
        drawing={illustration('not-found')}
      >
        <ButtonLink to={paths.products()}>Browse All Products</ButtonLink>
      </EmptyState>
    </div>
  )
}
