import useSWR from 'swr'
import type { z } from 'zod'
import type { ReviewableList } from '#contracts/account'

export type Reviewable = z.output<typeof ReviewableList>[number]

/**
 * The products that the customer received and has not reviewed yet. A failure offers nothing: nobody came for it.
 * @param userId null while nobody is signed in: nothing is asked for
 * @param state changes when an order was delivered, so that the list is read anew
 */
export function useReviewable(userId: string | null, state = '') {
  const key = userId === null ? null : (['/api/user/reviewable', userId, state] as const)
  const { data, mutate } = useSWR<readonly Reviewable[] | null, unknown>(key, { revalidateOnMount: true })
  const products = data ?? []
  return {
    products,
    find: (productId: number | undefined) => products.find((product) => product.productId === productId) ?? null,
    /** A review was written, or the product cannot be reviewed: it is offered no more. */
    forget: (productId: number) =>
      void mutate((list) => (list ?? []).filter((product) => product.productId !== productId), { revalidate: false }),
  }
}
