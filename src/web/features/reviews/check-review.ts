import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { ReviewBody } from '#contracts/account'
import type { ReviewForm } from './review-form.ts'

const contract = zodResolver<ReviewForm, unknown, ReviewForm>(ReviewBody as never)

/** A review as the contract checks it. The stars are chosen as text, as radio buttons have it. */
export const checkReview: Resolver<ReviewForm, unknown, ReviewForm> = (form, context, options) => {
  const rating = form.rating === null || form.rating === '' ? undefined : Number(form.rating)
  return contract({ ...form, rating } as never, context, options)
}
