import { lazy, Suspense, useState } from 'react'
import { useReviewable } from '../../../features/reviews/use-reviewable.ts'
import { useSession } from '../../../features/session/use-session.ts'
import { Button } from '../../../ui/button.tsx'

const ReviewDialog = lazy(() =>
  import('../../../features/reviews/review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })),
)

/** Offers to review the product to those who received it and have not reviewed it; nothing for everybody else. */
export function OwnReview({ productId }: { readonly productId: number }) {
  const { user } = useSession()
  const { find, forget } = useReviewable(user?.id ?? null)
  const [isOpen, setIsOpen] = useState(false)
  const product = find(productId)
  if (product === null || user === null) return null
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-line bg-sheet px-5 py-4">
      <p>You own this product. What do you think of it?</p>
      <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
        Write a review
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReviewDialog
            userId={user.id}
            product={product}
            onSettled={() => forget(productId)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
