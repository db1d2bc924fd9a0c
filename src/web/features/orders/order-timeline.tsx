import { Check, Circle, ClipboardCheck, PackageOpen, Truck, type LucideIcon } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { timelineOf, type OrderStatus, type TimelineStep } from './order-status.ts'

const ICONS: Readonly<Record<TimelineStep['title'], LucideIcon>> = {
  'Order Placed': ClipboardCheck,
  Processing: PackageOpen,
  Shipped: Truck,
  Delivered: Check,
}

interface OrderTimelineProps {
  readonly status: OrderStatus
  /** across: side by side from tablets on; down: always below each other, for narrow places. */
  readonly direction?: 'across' | 'down'
}

/** Order Placed, Processing, Shipped, Delivered: how far the order has come (specification 2, section 4). */
export function OrderTimeline({ status, direction = 'across' }: OrderTimelineProps) {
  const isAcross = direction === 'across'
  const steps = timelineOf(status)
  return (
    <ol aria-label="Order progress" className={classNames('grid', isAcross && 'sm:grid-cols-4')}>
      {steps.map((step, index) => {
        const Icon = step.isLit ? ICONS[step.title] : Circle
        const isNextLit = steps[index + 1]?.isLit === true
        const isLast = index === steps.length - 1
        return (
          <li
            key={step.title}
            aria-current={step.isCurrent ? 'step' : undefined}
            className={classNames(
              'relative flex gap-4 large-letters:gap-2',
              !isLast && 'pb-6',
              isAcross && 'sm:flex-col sm:items-center sm:gap-3 sm:pb-0 sm:text-center',
            )}
          >
            {!isLast && (
              <span
                aria-hidden="true"
                className={classNames(
                  'absolute top-11 bottom-0 left-[1.3125rem] w-0.5',
                  isAcross &&
                    'sm:top-[1.3125rem] sm:right-[calc(-50%+1.375rem)] sm:bottom-auto sm:left-[calc(50%+1.375rem)] sm:h-0.5 sm:w-auto',
                  isNextLit ? 'bg-ok' : 'bg-line',
                )}
              />
            )}
            <span
              className={classNames(
                'grid size-11 shrink-0 place-items-center rounded-full border-2',
                step.isCurrent
                  ? 'border-ok bg-ok text-paper'
                  : step.isLit
                    ? 'border-ok bg-ok-wash text-ok'
                    : 'border-line bg-sheet text-edge',
              )}
            >
              <Icon aria-hidden="true" className={step.isLit ? 'size-5' : 'size-3'} />
            </span>
            <span className={classNames('grid content-center gap-0.5', isAcross && 'sm:content-start')}>
              <span className={step.isLit ? 'font-semibold' : 'text-soft'}>{step.title}</span>
              <span className="sr-only">{step.isLit ? 'done' : 'not yet'}</span>
              {step.label !== null && <span className="text-sm font-medium text-ok">{step.label}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
