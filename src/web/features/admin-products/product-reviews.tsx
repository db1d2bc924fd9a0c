import { useState } from 'react'
import type { StaffReview } from '#contracts/admin'
import { staffReviewsPath } from '#contracts/staff-paths'
import { formatShopDay } from '../../lib/format-shop-day.ts'
import { useStaffChanges } from '../../lib/use-staff-changes.ts'
import { useStaffList } from '../../lib/use-staff-list.ts'
import { withQuery } from '../../lib/with-query.ts'
import { Async } from '../../ui/async.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Stars } from '../../ui/stars.tsx'
import { TableSkeleton } from '../../ui/table-skeleton.tsx'
import { ModerateReview } from './moderate-review.tsx'

const PAGE_SIZE = 10
const PRODUCT_KIND = ['product'] as const

/** What customers wrote about a product, newest first, with what the shop does not show of it. */
export function ProductReviews({ id }: { readonly id: number }) {
  const [page, setPage] = useState(1)
  const path = withQuery(staffReviewsPath(id), { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE })
  const { data, total, error, retry } = useStaffList(path)
  useStaffChanges(PRODUCT_KIND, retry, { id: String(id) })
  return (
    <Async
      data={data}
      error={error}
      errorMessage="The reviews could not be read."
      onRetry={retry}
      loading={<TableSkeleton text="Loading reviews..." />}
      isEmpty={(reviews) => reviews.length === 0}
      empty={<p className="text-sm text-soft">Nobody has reviewed it yet.</p>}
    >
      {(reviews) => (
        <div className="grid gap-3">
          <ol className="grid text-sm">
            {reviews.map((review) => (
              <li key={review.id} className="grid gap-2 border-b border-line py-3 last:border-b-0">
                <ReviewText review={review} />
                <ModerateReview review={review} listPath={path} />
              </li>
            ))}
          </ol>
          {total > PAGE_SIZE && (
            <Pager page={page} pageSize={PAGE_SIZE} total={total} noun="reviews" onPage={setPage} />
          )}
        </div>
      )}
    </Async>
  )
}

function ReviewText({ review }: { readonly review: StaffReview }) {
  const { rating, customerName, customerTitle, createdAt, comment, hidden } = review
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 wrap-anywhere">
        <Stars rating={rating} />
        <Badge tone={hidden === null ? 'good' : 'speak'}>{hidden === null ? 'Shown' : 'Hidden'}</Badge>
        <p className="text-soft">
          <b className="font-semibold text-ink">{customerName}</b>
          {customerTitle !== null && `, ${customerTitle}`}
          {' · '}
          <time dateTime={createdAt}>{formatShopDay(createdAt)}</time>
        </p>
      </div>
      <p className="max-w-[65ch] wrap-anywhere whitespace-pre-line">{comment}</p>
      {hidden !== null && (
        <p className="max-w-[65ch] text-soft wrap-anywhere whitespace-pre-line">
          Hidden since <time dateTime={hidden.at}>{formatShopDay(hidden.at)}</time>: {hidden.reason}
        </p>
      )}
    </>
  )
}
