import { groupDigits } from '#platform/money'
import { classNames } from '../lib/class-names.ts'

interface StarsProps {
  /** "4.6"; as many stars are filled as its whole part (specification 1, section 5). */
  readonly rating: string | number
  readonly reviewCount?: number
  readonly className?: string
}

const STAR = 'm8 1.200 2.100 4.400 4.800.600-3.500 3.300.900 4.800L8 12l-4.300 2.300.900-4.800L1.100 6.200l4.800-.600z'

/** A rating as stars, its figure, and how many rated. */
export function Stars({ rating, reviewCount, className }: StarsProps) {
  const value = Number(rating)
  const filled = Math.max(0, Math.min(5, Math.floor(value)))
  return (
    <p className={classNames('flex items-center gap-1.5 text-sm', className)}>
      <svg
        role="img"
        aria-label={`${value.toFixed(1)} out of 5 stars`}
        viewBox="0 0 80 16"
        className="h-3.5 w-[4.375rem] shrink-0"
      >
        {[0, 1, 2, 3, 4].map((index) => (
          <path
            key={index}
            d={STAR}
            data-filled={index < filled}
            transform={`translate(${index * 16} 0)`}
            className={index < filled ? 'fill-ink stroke-ink' : 'fill-none stroke-edge'}
            strokeWidth="1.200"
            strokeLinejoin="round"
          />
        ))}
      </svg>
      <span aria-hidden="true" className="font-semibold">
        {value.toFixed(1)}
      </span>
      {reviewCount !== undefined && (
        <span className="text-soft">
          <span aria-hidden="true">({groupDigits(reviewCount)})</span>
          <span className="sr-only">{reviewCount === 1 ? '1 review' : `${reviewCount} reviews`}</span>
        </span>
      )}
    </p>
  )
}
