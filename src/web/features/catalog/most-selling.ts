import { MOST_SELLING_MODELS } from '#contracts/api-paths'
import type { ListedProduct } from '#contracts/listed-product'

/**
 * The products of Most Selling Printers: HP printers of the four models, each name once, at most four, in the models'
 * order.
 */
export function mostSelling(products: readonly ListedProduct[]): readonly ListedProduct[] {
  return MOST_SELLING_MODELS.flatMap((model) => {
    const found = products.find(
      (product) => product.brand === 'HP' && product.category === 'printers' && product.name === model,
    )
    return found ?? []
  })
}
