import { useForm, useWatch, type FieldErrors } from 'react-hook-form'
import { useSWRConfig } from 'swr'
import { api, ApiError } from '../../lib/api-client.ts'
import { showServerFields } from '../../lib/server-fields.ts'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import type { ReviewForm } from './review-form.ts'
import { StarChoice } from './star-choice.tsx'

const loadCheck = () => import('./check-review.ts').then((module) => module.checkReview)

interface ReviewDialogProps {
  readonly product: { readonly productId: number; readonly productName: string }
  /** The product is not to be offered again: a review was written, or it may not be. */
  readonly onSettled: () => void
  readonly onClose: () => void
}

/** Stars, a title for the name and a comment: once per customer and product that was delivered. */
export function ReviewDialog({ product, onSettled, onClose }: ReviewDialogProps) {
  const { mutate } = useSWRConfig()
  const { register, handleSubmit, setError, control, formState } = useForm<ReviewForm>({
    resolver: useCheckLater(loadCheck),
    defaultValues: { rating: null, customerTitle: '', comment: '' },
  })
  const { errors, isSubmitting } = formState
  const chosen = Number(useWatch({ control, name: 'rating' }) ?? 0)

  async function send(review: ReviewForm): Promise<void> {
    const path = `/api/products/${product.productId}`
    try {
      await api(`${path}/reviews`, { method: 'POST', body: review })
      onClose()
      onSettled()
      toast({
        title: 'Thank you for your review',
        description: `Your review of ${product.productName} is on its page now.`,
      })
      // Whoever shows the product shows its new rating.
      await Promise.all([mutate(path), mutate(`${path}/reviews`)]).catch(() => undefined)
    } catch (error) {
      sayFailed(error instanceof ApiError ? error.body?.message : undefined)
      if (!(error instanceof ApiError)) return
      showServerFields(error, ['rating', 'customerTitle', 'comment'], setError)
      if (error.status === 403 || error.status === 404 || error.status === 409) onSettled()
    }
  }

  function sayFailed(message?: string): void {
    toast({
      title: 'Review not saved',
      description: message || 'Something went wrong. Please try again.',
      variant: 'destructive',
    })
  }

  function sayUnchecked(found: FieldErrors<ReviewForm>): void {
    if (found.root?.type === CHECK_UNAVAILABLE) sayFailed()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Write a Review"
      description={product.productName}
    >
      <form noValidate onSubmit={(event) => void handleSubmit(send, sayUnchecked)(event)} className="grid gap-5">
        <StarChoice {...register('rating')} chosen={chosen} error={errors.rating?.message} />
        <Field
          label="Your review"
          error={errors.comment?.message}
          required
          hint="What works well, and what should others know? At least 10 characters."
        >
          <TextArea {...register('comment')} rows={5} maxLength={2000} />
        </Field>
        <Field
          label="Who you are"
          error={errors.customerTitle?.message}
          optional
          hint="Stands beside your name, such as Office manager or Student."
        >
          <TextInput {...register('customerTitle')} maxLength={60} autoComplete="off" />
        </Field>
        <p className="text-sm text-soft">Published with your first name and the first letter of your last name.</p>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Sending...' : 'Send Review'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
