import { numberFormsOf } from '../domain/words.ts'
import type { SearchFields } from '../persistence/product.repository.ts'
import { cachedFormsOf } from './search-forms.ts'

/** The weight of a word by its field; features count least and are searched only when nothing else matches. */
export const WEIGHT = { sku: 7, name: 6, brand: 5, category: 3, tag: 2, feature: 1 } as const

/** The words under which a product is found, each with the weight of its most important field. */
export function weightsOf(product: SearchFields): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const add = (text: string, weight: number, formsOf: (text: string) => Iterable<string> = cachedFormsOf) => {
    for (const form of formsOf(text)) if ((weights.get(form) ?? 0) < weight) weights.set(form, weight)
  }
  if (product.sku !== null) add(product.sku, WEIGHT.sku, numberFormsOf)
  add(product.name, WEIGHT.name)
  add(product.brand, WEIGHT.brand)
  add(product.category, WEIGHT.category)
  for (const tag of product.tags) add(tag, WEIGHT.tag)
  for (const feature of product.features) add(feature, WEIGHT.feature)
  return weights
}
