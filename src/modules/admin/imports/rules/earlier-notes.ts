import type { EarlierNote } from './standing-notes.ts'

/** What is noted of a product of a supplier. */
interface Note {
  readonly productId: number
  readonly gtin?: string
  readonly gtinBy?: string
  readonly importId: string
  readonly leftWith: string | null
}

/** The EANs by which a list names products. */
type Gtins = ReadonlyMap<number, string | null>

/** The EAN of each product, in the order of their ids; of several rows of one product the last that names one. */
export function gtinsOf(noted: readonly { readonly productId: number; readonly gtin: string | null }[]): Gtins {
  const gtins = new Map<number, string | null>()
  for (const { productId, gtin } of noted.toSorted((a, b) => a.productId - b.productId))
    gtins.set(productId, gtin ?? gtins.get(productId) ?? null)
  return gtins
}

/** Whether the list names an EAN of the product. */
export function isNamed(productId: number, gtins: Gtins): boolean {
  return (gtins.get(productId) ?? null) !== null
}

/** Whether the list names it by another EAN than the one that is noted. */
export function isRenamed({ productId, gtin }: Note, gtins: Gtins): boolean {
  return (gtins.get(productId) ?? gtin) !== gtin
}

/** What was noted before, of those with the same import together. */
export function earlierNotes(before: readonly Note[], gtins: Gtins): readonly EarlierNote[] {
  const together = new Map<string, EarlierNote & { readonly productIds: number[] }>()
  for (const note of before) {
    const { productId, gtin = null, gtinBy = null, importId, leftWith } = note
    const [named, renamed] = [isNamed(productId, gtins), isRenamed(note, gtins)]
    const key = renamed ? `${productId}` : `${importId} ${leftWith} ${named ? gtinBy : 'unnamed'}`
    const earlier = together.get(key)
    if (earlier !== undefined) earlier.productIds.push(productId)
    else
      together.set(key, {
        productIds: [productId],
        importId,
        leftWith,
        ...(renamed && { gtin }),
        ...(named && { gtinBy }),
      })
  }
  return [...together.values()]
}
