import { groupDigits } from '#platform/shared-kernel/money'
import { classNames } from '../lib/class-names.ts'
import { formatCount } from '../lib/format.ts'

interface StarsProps {
  /** "4.6"; as many stars are filled as its whole part (specification 1, section 5). */
  readonly rating: string | number
  readonly reviewCount?: number
  readonly className?: string
}

const STARS = 5
const STAR_WIDTH = 16

/** A rating as stars, its figure, and how many rated. */
export function Stars({ rating, reviewCount, className }: StarsProps) {
  const value = Number(rating)
  const stars = `${value.toFixed(1)} out of 5 stars`
  const filled = Math.max(0, Math.min(STARS, Math.floor(value)))
  return (
    <p className={classNames('flex flex-wrap items-center gap-x-1.5 text-sm', className)}>
      <svg
        role="img"
        aria-label={reviewCount === undefined ? stars : `${stars}, ${formatCount(reviewCount, 'review')}`}
        viewBox="0 0 80 16"
        strokeWidth="1.200"
        strokeLinejoin="round"
        className="h-[0.875rem] w-[4.375rem] shrink-0"
      >
        {filled > 0 && <path d={outlineOf(0, filled)} className="fill-ink stroke-ink" />}
        {filled < STARS && <path d={outlineOf(filled, STARS)} className="fill-none stroke-edge" />}
      </svg>
      <span aria-hidden="true" className="font-semibold">
        {value.toFixed(1)}
      </span>
      {reviewCount !== undefined && (
        <span aria-hidden="true" className="text-soft">
          {`(${groupDigits(reviewCount)})`}
        </span>
      )}
    </p>
  )
}

/** The outline of the stars of a row from one to before another. One path for all of them: a list has 24 such rows. */
function outlineOf(from: number, to: number): string {
  let outline = ''
  for (let star = from; star < to; star += 1)
    outline += `M${8 + star * STAR_WIDTH} 1.2l2.1 4.4 4.8.6-3.5 3.3.9 4.8-4.3-2.3-4.3 2.3.9-4.8-3.5-3.3 4.8-.6z`
  return outline
}
