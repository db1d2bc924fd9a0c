import type { RefObject } from 'react'
import { formatMoney } from '#platform/shared-kernel/money'
import { classNames } from '../../lib/class-names.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { isLongPrice } from '../../ui/price.tsx'
import { useOutOfWindow } from '../../ui/use-out-of-window.ts'

interface CheckoutBarProps {
  readonly totalCents: number
  /** The way on in the summary below the lines. */
  readonly action: RefObject<HTMLElement | null>
}

/**
 * In a long cart, while the summary's own way on is still below a window that has the summary under the lines: the total
 * and the way on, so that nobody scrolls past sixty lines for them.
 */
export function CheckoutBar({ totalCents, action }: CheckoutBarProps) {
  if (useOutOfWindow(action) !== 'below') return null
  return (
    <FootBar label="Total and checkout" className="lg:hidden">
      <p className="grid gap-0.5">
        <span className="text-[0.8125rem] leading-tight text-soft">Total</span>
        <span
          className={classNames(
            'figures font-bold whitespace-nowrap',
            isLongPrice(totalCents) ? 'text-lg' : 'text-[1.375rem]',
          )}
        >
          {formatMoney(totalCents)}
        </span>
      </p>
      <ButtonLink to={paths.checkout()} className="min-w-32">
        Checkout
      </ButtonLink>
    </FootBar>
  )
}
