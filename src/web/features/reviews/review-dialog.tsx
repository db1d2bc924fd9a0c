import { useWatch } from 'react-hook-form'
import { useSWRConfig } from 'swr'
import { REVIEWABLE_PATH, reviewsPath } from '#contracts/api-paths'
import { api, ApiError, isRefusal } from '../../lib/api-client.ts'
import { formDraft } from '../../lib/drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { describeFailure, useContractForm } from '../../ui/form/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'
import type { CheckedReview } from './check-review.ts'
import type { ReviewForm } from './review-form.ts'
import { StarChoice } from './star-choice.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'

const loadCheck = () => import('./check-review.ts').then(({ checkReview }) => checkReview)
const BLANK: ReviewForm = { rating: '', customerTitle: '', comment: '' }

/** Adds a review. When nobody knows what became of it, now or at the try before, the shop may have it. */
async function addReview(productId: number, review: CheckedReview): Promise<unknown> {
  try {
    return await api(reviewsPath(productId), { method: 'POST', body: review })
  } catch (error) {
    if (isRefusal(error) && error.status !== 409) throw error
    if (!(await hasReview(productId, review))) throw error
    return review
  }
}

/** Others may have written the same words, so it counts also whether the customer may still review the product. */
async function hasReview(productId: number, { rating, comment }: CheckedReview): Promise<boolean> {
  const [reviewable, reviews] = await Promise.all([api(REVIEWABLE_PATH), api(reviewsPath(productId))])
  if (reviewable.some((product) => product.productId === productId)) return false
  return reviews.some((review) => review.rating === rating && review.comment === comment)
}

interface ReviewDialogProps {
  readonly userId: string
  readonly product: { readonly productId: number; readonly productName: string }
  /** The product is not to be offered again: a review was written, or it may not be. */
  readonly onSettled: () => void
  readonly onClose: () => void
}

/** Stars, a title for the name and a comment: once per customer and product that was delivered. */
export function ReviewDialog({ userId, product, onSettled, onClose }: ReviewDialogProps) {
  const { mutate } = useSWRConfig()
  const path = `/api/products/${product.productId}`
  const draft = formDraft(`review-${userId}-${product.productId}`, BLANK)
  const closeAfter = useWhileShown(onClose)
  const form = useContractForm({
    schema: loadCheck,
    defaultValues: BLANK,
    draft,
    send: (review) => addReview(product.productId, review),
    async onSent() {
      closeAfter()
      onSettled()
      toast({
        title: 'Thank you for your review',
        description: `Your review of ${product.productName} is on its page now.`,
      })
      // What shows the product shows its new rating.
      await Promise.all([mutate(path), mutate(`${path}/reviews`)]).catch(() => undefined)
    },
    failure(error) {
      const answer = error instanceof ApiError && error.body !== null ? error : null
      if (answer?.status === 403 || answer?.status === 404 || answer?.status === 409) onSettled()
      const failure = { title: 'Review not saved', description: 'Something went wrong. Please try again.' }
      return describeFailure(error, failure, true)
    },
  })
  const { register, control, errorOf } = form
  const chosen = Number(useWatch({ control, name: 'rating' }))

  function leave(): void {
    draft.clear()
    onClose()
  }

  return (
    <Dialog onClose={leave} title="Write a Review" description={product.productName}>
      <Form form={form} className="grid gap-5">
        <StarChoice {...register('rating')} chosen={chosen} error={errorOf('rating')} />
        <Field
          label="Your review"
          error={errorOf('comment')}
          required
          hint="What works well, and what should others know? At least 10 characters."
        >
          <TextArea {...register('comment')} rows={5} maxLength={2000} />
        </Field>
        <Field
          label="Who you are"
          error={errorOf('customerTitle')}
          optional
          hint="Stands beside your name, such as Office manager or Student."
        >
          <TextInput {...register('customerTitle')} maxLength={60} autoComplete="off" />
        </Field>
        <p className="text-sm text-soft">Published with your first name and the first letter of your last name.</p>
        <DialogActions onCancel={leave} sending="Sending...">
          Send Review
        </DialogActions>
      </Form>
    </Dialog>
  )
}
