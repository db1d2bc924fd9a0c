import type { Product, Review } from '#contracts/catalog'
import { formatCount, formatDate } from '../../lib/format.ts'
import type { ReadResult } from '../../lib/use-read.ts'
import { Async } from '../../ui/async.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stars } from '../../ui/stars.tsx'
import { starDistribution } from './star-distribution.ts'

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
      {(list) => (
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[18rem_1fr]">
          <ReviewSummary rating={product.rating} reviews={list} />
          <ul className="grid">
            {list.map((review) => (
              <li key={review.id} className="border-b border-line py-6 first:pt-0 last:border-b-0">
                <Stars rating={review.rating} />
                <p className="mt-3 max-w-[65ch] [overflow-wrap:anywhere] whitespace-pre-line">{review.comment}</p>
                <p className="mt-3 text-sm text-soft">
                  <span className="font-semibold text-ink">{review.customerName}</span>
                  {review.customerTitle !== null && `, ${review.customerTitle}`}
                  {' · '}
                  <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Async>
  )
}

function ReviewSummary({ rating, reviews }: { readonly rating: string; readonly reviews: readonly Review[] }) {
  return (
    <div className="sheet p-5">
      <p className="flex items-baseline gap-2">
        <span className="figures text-5xl font-bold">{rating}</span>
        <span className="text-soft">out of 5</span>
      </p>
      <p className="mt-1 text-sm text-soft">{formatCount(reviews.length, 'review')}</p>
      <table className="mt-4 w-full text-sm">
        <caption className="sr-only">Reviews by stars</caption>
        <tbody>
          {starDistribution(reviews).map(({ stars, count, percent }) => (
            <tr key={stars}>
              <th scope="row" className="w-14 py-1 pr-3 text-left font-normal whitespace-nowrap">
                {stars} {stars === 1 ? 'star' : 'stars'}
              </th>
              <td className="py-1" aria-hidden="true">
                <span className="block h-2 rounded-full bg-wash">
                  <span className="block h-2 rounded-full bg-ink" style={{ width: `${percent}%` }} />
                </span>
              </td>
              <td className="w-8 py-1 pl-3 text-right text-soft">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
