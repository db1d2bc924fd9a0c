import { useState } from 'react'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { useReviewable } from '../../../features/reviews/use-reviewable.ts'
import { CustomerGate } from '../../../features/session/customer-gate.tsx'
import { Button } from '../../../ui/button.tsx'

const ReviewDialog = lazyDialog(() =>
  import('../../../features/reviews/review-dialog.tsx').then((module) => module.ReviewDialog),
)

/** Offers to review the product to those who received it and have not reviewed it; nothing for everybody else. */
export function OwnReview({ productId }: { readonly productId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <CustomerGate isKeeping={isOpen}>
      {(user) => <Offer userId={user.id} productId={productId} isOpen={isOpen} onOpenChange={setIsOpen} />}
    </CustomerGate>
  )
}

interface OfferProps {
  readonly userId: string
  readonly productId: number
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

function Offer({ userId, productId, isOpen, onOpenChange }: OfferProps) {
  const { find, forget } = useReviewable(userId)
  const product = find(productId)
  if (product === null) return null
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 sheet px-5 py-4">
      <p>You own this product. What do you think of it?</p>
      <Button variant="quiet" size="small" onClick={() => onOpenChange(true)}>
        Write a review
      </Button>
      {isOpen && (
        <ReviewDialog
          userId={userId}
          product={product}
          onSettled={() => forget(productId)}
          onClose={() => onOpenChange(false)}
        />
      )}
    </div>
  )
}
