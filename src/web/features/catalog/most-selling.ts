import type { Product } from '#contracts/catalog'

/** The four models of the home page (specification 1, section 7, leaves their names open; these are ours). */
export const MOST_SELLING_MODELS = [
  'HP LaserJet Pro M404dn',
  'HP OfficeJet Pro 9015e',
  'HP DeskJet 4155e',
  'HP ENVY 6055e',
] as const

/** The products of Most Selling Printers: HP printers of the four models, each name once, at most four, in the models' order. */
export function mostSelling(products: readonly Product[]): readonly Product[] {
  return MOST_SELLING_MODELS.flatMap((model) => {
    const found = products.find(
      (product) => product.brand === 'HP' && product.category === 'printers' && product.name === model,
    )
    return found ?? []
  })
}
