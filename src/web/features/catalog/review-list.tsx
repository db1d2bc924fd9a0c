import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Product, Review } from '#contracts/catalog'
import { groupDigits } from '#platform/shared-kernel/money'
import { formatCount, formatDate } from '../../lib/format.ts'
import type { ReadResult } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stars } from '../../ui/stars.tsx'
import { starDistribution } from './star-distribution.ts'
import { REVIEWS_WITHOUT_SCRIPT } from './structured-data.ts'

/** What follows a product's reviews is within reach: further ones come by a press. */
const FIRST_SHOWN = 10

interface ReviewListProps {
  readonly product: Product
  readonly answer: Pick<ReadResult<readonly Review[]>, 'data' | 'error' | 'retry'>
}

/** What customers say: the average, how the stars are spread, and each review, newest first. */
export function ReviewList({ product, answer }: ReviewListProps) {
  const { data: reviews, error, retry } = answer
  return (
    <Async
      data={reviews}
      error={error}
      errorMessage="Failed to load reviews. Please try again."
      onRetry={retry}
      loading={<Skeleton className="h-64" />}
      isEmpty={(list) => list.length === 0}
      empty={
        <p className="py-4 text-soft">No reviews yet. Customers who own this product have not written about it.</p>
      }
    >
      {(list) => <Reviews rating={product.rating} reviews={list} />}
    </Async>
  )
}

interface ReviewsProps {
  readonly rating: string
  readonly reviews: readonly Review[]
}

/** The summary stays while one kind of review is shown: a press on its bar shows those, a second one all. */
function Reviews({ rating, reviews }: ReviewsProps) {
  const [stars, setStars] = useState<number | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const found = stars === null ? reviews : reviews.filter((review) => review.rating === stars)
  const shown = showsAll ? found : found.slice(0, FIRST_SHOWN)

  /** The button that has the focus goes, so the first of the further reviews gets it. */
  function showAll() {
    flushSync(() => setShowsAll(true))
    const next = list.current?.children.item(FIRST_SHOWN)
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }

  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[18rem_1fr]">
      <ReviewSummary rating={rating} reviews={reviews} stars={stars} onStarsChange={setStars} />
      <div>
        <div className={stars === null ? 'sr-only' : 'mb-6 flex flex-wrap items-center gap-x-4'}>
          <p role="status">
            {stars !== null && `${formatCount(found.length, 'review')} with ${formatCount(stars, 'star')}`}
          </p>
          {stars !== null && (
            <button type="button" className="text-link tap-room py-1.5" onClick={() => setStars(null)}>
              Show all {reviews.length}
            </button>
          )}
        </div>
        <ul ref={list} aria-label="Reviews" className="grid">
          {shown.map((review) => (
            <li key={review.id} tabIndex={-1} className="border-b border-line py-6 first:pt-0 last:border-b-0">
              <ReviewText review={review} />
            </li>
          ))}
        </ul>
        {shown.length < found.length && (
          <Button variant="quiet" onClick={showAll}>
            Show {formatCount(found.length - shown.length, 'more review')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The stars, the words, and whose they are. */
function ReviewText({ review }: { readonly review: Review }) {
  return (
    <>
      <Stars rating={review.rating} />
      <p className="mt-3 max-w-[65ch] [overflow-wrap:anywhere] whitespace-pre-line">{review.comment}</p>
      <p className="mt-3 text-sm text-soft">
        <span className="font-semibold text-ink">{review.customerName}</span>
        {review.customerTitle !== null && `, ${review.customerTitle}`}
        {' · '}
        <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
      </p>
    </>
  )
}

/**
 * What a browser without script shows of a product's reviews: the newest. Others skip it, and no browser renders it: it is in
 * the server's page alone.
 */
export function NewestReviews({ reviews = [] }: { readonly reviews: readonly Review[] | undefined }) {
  const shown = reviews.slice(0, REVIEWS_WITHOUT_SCRIPT)
  return (
    <noscript>
      <h3 className="mb-4 text-xl">Reviews</h3>
      {shown.map((review) => (
        <div key={review.id} className="border-b border-line py-6 first-of-type:pt-0 last:border-b-0">
          <ReviewText review={review} />
        </div>
      ))}
      {shown.length < reviews.length && (
        <p className="mt-4 text-soft">
          The newest {shown.length} of {formatCount(reviews.length, 'review')}. The others need JavaScript.
        </p>
      )}
    </noscript>
  )
}

interface ReviewSummaryProps extends ReviewsProps {
  /** The reviews that are shown; null for all. */
  readonly stars: number | null
  readonly onStarsChange: (stars: number | null) => void
}

/** The average, how many there are, and a bar for each number of stars. */
function ReviewSummary({ rating, reviews, stars: chosen, onStarsChange }: ReviewSummaryProps) {
  return (
    <div className="sheet p-5">
      <p className="flex items-baseline gap-2">
        <span className="figures text-5xl font-bold">{rating}</span>
        <span className="text-soft">out of 5</span>
      </p>
      <p className="mt-1 text-sm text-soft">{formatCount(reviews.length, 'review')}</p>
      <ul aria-label="Reviews by stars" className="mt-3 -mx-2 text-sm">
        {starDistribution(reviews).map(({ stars, count, percent }) => (
          <li key={stars}>
            <button
              type="button"
              disabled={count === 0}
              aria-pressed={chosen === stars}
              onClick={() => onStarsChange(chosen === stars ? null : stars)}
              className="grid w-full grid-cols-[3.5rem_minmax(0,1fr)_2rem] items-center gap-x-1 rounded border border-transparent px-2 py-1.5 text-left transition-colors enabled:hover:bg-wash disabled:text-soft aria-pressed:border-ink pointer-coarse:py-2.5"
            >
              <span>{formatCount(stars, 'star')}</span>
              <span className="block h-2 rounded-full bg-wash forced-colors:border">
                <span className="block h-full rounded-full bg-ink" style={{ width: `${percent}%` }} />
              </span>
              <span className="text-right text-soft">
                {groupDigits(count)}
                <span className="sr-only">{count === 1 ? ' review' : ' reviews'}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
