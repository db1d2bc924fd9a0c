import type { z } from 'zod'
import type { ReviewableList } from '#contracts/account'
import { REVIEWABLE_PATH } from '#contracts/api-paths'
import { useRead } from '../../lib/use-read.ts'

export type Reviewable = z.output<typeof ReviewableList>[number]

/**
 * The products that the customer received and has not reviewed yet. A failure counts as an empty list.
 * @param userId null while nobody is signed in: nothing is requested
 * @param state changes when an order was delivered, so that the list is read again
 */
export function useReviewable(userId: string | null, state = '') {
  const { data: products = [], update } = useRead(userId === null ? null : REVIEWABLE_PATH, {
    ownerId: `${userId} ${state}`,
    revalidateOnMount: true,
  })
  return {
    products,
    find: (productId: number | undefined) => products.find((product) => product.productId === productId) ?? null,
    /** A review was written, or the product cannot be reviewed: it is offered no more. */
    forget: (productId: number) =>
      update((known) => (known ?? []).filter((product) => product.productId !== productId)),
  }
}
