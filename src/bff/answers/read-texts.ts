import { setImmediate } from 'node:timers/promises'
import type { Product as ProductContract } from '#contracts/catalog'
import { listedProduct, type ListedProduct } from '#contracts/listed-product'
import type { CatalogModule, ProductText } from '#modules/catalog'

/** Texts are looked up in slices, and after so many of them, or so many bytes, others are answered. */
const TEXTS_PER_SLICE = 25
const TEXTS_AT_ONCE = 100
const BYTES_AT_ONCE = 2 * 1024 * 1024
/** To parse so many bytes of products takes some 3 ms of the processor, ten times as long as to look them up. */
const PARSED_AT_ONCE = 512 * 1024

/** The texts of these products in their order, without those that are not there any more. */
export type ReadTexts = (ids: readonly number[]) => Promise<readonly ProductText[]>

/** A long list, or one of long texts, is read in pieces, and others are answered in between. */
export function createReadTexts(catalog: Pick<CatalogModule, 'texts'>): ReadTexts {
  return async function readTexts(ids) {
    if (ids.length <= TEXTS_PER_SLICE) return catalog.texts(ids)
    const texts: ProductText[] = []
    let [since, bytes] = [0, 0]
    for (let i = 0; i < ids.length; i += TEXTS_PER_SLICE) {
      if (i - since >= TEXTS_AT_ONCE || bytes >= BYTES_AT_ONCE) {
        await setImmediate()
        ;[since, bytes] = [i, 0]
      }
      for (const text of await catalog.texts(ids.slice(i, i + TEXTS_PER_SLICE))) {
        texts.push(text)
        bytes += text.json.length
      }
    }
    return texts
  }
}

/** The cards of a list. */
export async function cardsOf(texts: readonly ProductText[]): Promise<readonly ListedProduct[]> {
  const cards: ListedProduct[] = []
  await parseEach(texts, (product) => void cards.push(listedProduct(product)))
  return cards
}

/** Hands over each product with its text; others are answered between long texts. */
export async function parseEach(
  texts: readonly ProductText[],
  take: (product: ProductContract, text: ProductText) => void,
): Promise<void> {
  let bytes = 0
  for (const text of texts) {
    if (bytes >= PARSED_AT_ONCE) {
      await setImmediate()
      bytes = 0
    }
    take(parseProduct(text), text)
    bytes += text.json.length
  }
}

/** A text as the product that it was made of, by the presenter of the contract. */
export function parseProduct({ json }: ProductText): ProductContract {
  return JSON.parse(json.toString()) as ProductContract
}
