import { useState } from 'react'
import type { Product } from '#contracts/catalog'
import { useStaffChanges } from '../../lib/use-staff-changes.ts'
import { tryReadProduct } from './product-calls.ts'
import { draftOf } from './product-draft.ts'
import type { EditBase, ProductEdits } from './use-product-form.ts'

const PRODUCT_KIND = ['product'] as const

/** What somebody else has saved of the product while the form is open. */
interface OthersEdits {
  /** Their version, which came while the form had edits. */
  readonly newer: Product | null
  /** Their version came into the form. */
  readonly isTakenOver: boolean
  /** The edits of the form are made upon their version now. */
  settle(): void
}

/** Somebody else's edit: at once into a form without edits, otherwise as a choice. A sale is no edit. */
export function useOthersEdits(base: EditBase, { form, isUntouched }: ProductEdits): OthersEdits {
  const [newer, setNewer] = useState<Product | null>(null)
  const [isTakenOver, setTakenOver] = useState(false)
  const { product } = base

  async function notice(): Promise<void> {
    if (product === null || form.formState.isSubmitting) return
    const now = await tryReadProduct(product.id)
    const known = base.latest()
    if (now === null || known === null) return
    // An answer that comes late may be older than what the form has taken over meanwhile.
    if (Date.parse(now.updatedAt) <= Date.parse(known.updatedAt)) return showRating(now, known)
    if (!isUntouched())
      return setNewer((shown) =>
        shown !== null && Date.parse(shown.updatedAt) > Date.parse(now.updatedAt) ? shown : now,
      )
    base.moveTo(now)
    form.reset(draftOf(now))
    setTakenOver(true)
  }
  /** Reviews are no edit; the shop's card beside the form has what they come to. */
  function showRating({ rating, reviewCount }: Product, known: Product): void {
    if (rating !== known.rating || reviewCount !== known.reviewCount) base.moveTo({ ...known, rating, reviewCount })
  }
  useStaffChanges(PRODUCT_KIND, notice, { id: String(product?.id ?? '') })

  return { newer, isTakenOver, settle: () => setNewer(null) }
}
