import { classNames } from '../../lib/class-names.ts'
import { statusName, type OrderStatus } from './order-status.ts'

const gray = 'bg-wash text-ink'
const yellow = 'bg-yellow text-on-yellow'
const green = 'bg-ok-wash text-ok'
const teal = 'bg-teal-wash text-teal'

/** The two pages differ in shipped and cancelled, as specified (specification 2, section 4). */
const COLORS: Readonly<Record<'account' | 'tracking', Readonly<Record<OrderStatus, string>>>> = {
  account: {
    pending: gray,
    processing: yellow,
    shipped: teal,
    delivered: green,
    cancelled: 'bg-orange-wash text-orange',
  },
  tracking: { pending: gray, processing: yellow, shipped: 'bg-cyan text-on-cyan', delivered: green, cancelled: teal },
}

interface StatusBadgeProps {
  readonly status: OrderStatus
  readonly page: 'account' | 'tracking'
  readonly className?: string
}

/** An order's status as a colored word. */
export function StatusBadge({ status, page, className }: StatusBadgeProps) {
  return (
    <span
      data-status={status}
      className={classNames(
        'inline-block rounded-[2px] px-2.5 py-1.5 text-sm leading-none font-bold',
        COLORS[page][status],
        className,
      )}
    >
      {statusName(status)}
    </span>
  )
}
