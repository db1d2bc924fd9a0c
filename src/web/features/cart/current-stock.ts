import { atom } from 'jotai'
import type { Product } from '#contracts/catalog'
import { fetchCurrentProducts } from '../../lib/current-products.ts'
import { store } from '../../lib/store.ts'

type Counted = Pick<Product, 'id'> & Partial<Pick<Product, 'stockQuantity'>>

/** By product: the stock that a page knew, and the stock that the shop answered since. */
type Corrections = ReadonlyMap<number, { readonly known: number; readonly stockQuantity: number }>

const correctionsAtom = atom<Corrections>(new Map())

/**
 * The product with its stock as the shop answered it last. A page keeps its data while "in stock" stays true, so what it
 * knows of many pieces may be old; data that was read since is newer than the correction of another number.
 */
export function withCurrentStock<P extends Counted>(product: P): P {
  const correction = store.get(correctionsAtom).get(product.id)
  if (correction === undefined || correction.known !== product.stockQuantity) return product
  return { ...product, stockQuantity: correction.stockQuantity }
}

/** Has the listener called when a number of pieces was corrected. @returns ends it */
export function onStockCorrection(listener: () => void): () => void {
  return store.sub(correctionsAtom, listener)
}

/** Asks the shop how many are left, past every cache. Without an answer, or when none are, what is known stays. */
export async function correctStock({ id, stockQuantity: known }: Counted): Promise<void> {
  if (known === undefined) return
  const current = (await fetchCurrentProducts([id])).get(id)
  if (current?.inStock !== true) return
  const { stockQuantity } = current
  store.set(correctionsAtom, (corrections) => new Map(corrections).set(id, { known, stockQuantity }))
}
