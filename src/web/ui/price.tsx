import { centsOf, formatPrice } from '../lib/format.ts'
import { classNames } from '../lib/class-names.ts'

interface PriceProps {
  /** Decimal amount of the contract: "279.00". */
  readonly amount: string
  /** What it cost before; shown struck through when it is higher. */
  readonly originalAmount?: string | null | undefined
  readonly size?: 'small' | 'medium' | 'large'
  readonly className?: string
}

const sizes = { small: 'text-lg', medium: 'text-[1.625rem] max-[23rem]:text-[1.375rem]', large: 'text-4xl sm:text-5xl' }
/** A price is never broken, so that one of many digits is smaller: "$99,999,999.00" stays within half of a phone. */
const longSizes = { small: 'text-lg', medium: 'text-lg max-[23rem]:text-[0.9375rem]', large: 'text-4xl' }

/** Whether a price has six digits before the point, or more. */
export function isLongPrice(cents: number): boolean {
  return cents >= 10_000_000
}

/** A price that reads at a glance; in magenta when it is lower than before. */
export function Price({ amount, originalAmount, size = 'medium', className }: PriceProps) {
  const isReduced = originalAmount !== null && originalAmount !== undefined && centsOf(originalAmount) > centsOf(amount)
  return (
    <p className={classNames('flex flex-wrap items-baseline gap-x-2 gap-y-0.5', className)}>
      {isReduced && <span className="sr-only">Now </span>}
      <span
        className={classNames(
          'figures font-bold whitespace-nowrap',
          (isLongPrice(centsOf(amount)) ? longSizes : sizes)[size],
          isReduced && 'text-magenta',
        )}
      >
        {formatPrice(amount)}
      </span>
      {isReduced && (
        <>
          <span className="sr-only">, before </span>
          <s className="text-[0.9375rem] whitespace-nowrap text-soft">{formatPrice(originalAmount)}</s>
        </>
      )}
    </p>
  )
}
