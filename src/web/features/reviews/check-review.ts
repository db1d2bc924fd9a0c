import { z } from 'zod'
import { ReviewBody } from '#contracts/account'

/** A review as the contract checks it; the stars are chosen as text. */
export const checkReview = ReviewBody.extend({
  rating: z
    .string()
    .nullable()
    .transform((text) => (text === null || text === '' ? undefined : Number(text)))
    .pipe(ReviewBody.shape.rating),
})
export type CheckedReview = z.output<typeof checkReview>
