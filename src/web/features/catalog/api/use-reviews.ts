import useSWR from 'swr'
import type { Review } from '#contracts/catalog'
import { reviewsPath } from '../product-paths.ts'

export type ReviewsAnswer = ReturnType<typeof useReviews>

/** Reads the reviews of a product, newest first. Only for a product that has loaded (specification 1, section 7). */
export function useReviews(productId: number) {
  const { data, error, isLoading, mutate } = useSWR<readonly Review[] | null, unknown>(reviewsPath(productId))
  return { reviews: data ?? undefined, error, isLoading, retry: () => void mutate().catch(() => undefined) }
}
