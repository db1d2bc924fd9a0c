import { Printer } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { formatPrice } from '../../lib/format.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { Button } from '../../ui/button.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { WithdrawReturn } from './withdraw-return.tsx'
import { reasonLabel, returnStatusLabel, whatComesNext, type ShownReturn } from './return-words.ts'

const WAY = ['requested', 'approved', 'received', 'refunded'] as const

interface ReturnStatusProps {
  readonly asked: ShownReturn
  readonly onPrint: () => void
  readonly onWithdraw: () => Promise<void>
}

/** How far a return has come, what staff wrote, and the slip for the box. */
export function ReturnStatus({ asked, onPrint, onWithdraw }: ReturnStatusProps) {
  const { number, status, items, steps, refund, refundedBefore } = asked
  const canPrint = status === 'approved' || status === 'received'
  const isOff = status === 'declined' || status === 'withdrawn'
  /** What staff wrote: beside one step of four it would be a narrow column. */
  const messages = steps.filter(({ message }) => message !== null)
  const way = isOff ? steps.map((step) => step.status) : WAY
  return (
    <article aria-labelledby={number} className="sheet">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-5 py-4 sm:px-6">
        <h3 id={number} className="text-xl">
          Return {number}
        </h3>
        <p className="text-sm text-soft">
          {status === 'refunded' ? 'Refund' : 'Expected refund'}{' '}
          <strong className={classNames('figures text-xl text-ink', isOff && 'line-through')}>
            {formatPrice(refund)}
          </strong>
          {Number(refundedBefore) > 0 && `. We refunded ${formatPrice(refundedBefore)} before.`}
        </p>
      </div>
      <ol className="grid gap-3 px-5 py-5 sm:grid-flow-col sm:grid-cols-none sm:auto-cols-fr sm:px-6">
        {way.map((each) => {
          const step = steps.find((taken) => taken.status === each)
          return (
            <li
              key={each}
              aria-current={each === status ? 'step' : undefined}
              className={classNames(
                'grid content-start gap-0.5 border-t-4 pt-2',
                step === undefined
                  ? 'border-line text-soft'
                  : each === 'declined' || each === 'withdrawn'
                    ? 'border-magenta'
                    : 'border-cyan',
              )}
            >
              <span className="font-semibold">{returnStatusLabel(each)}</span>
              {step === undefined ? (
                <span className="text-sm">Not yet</span>
              ) : (
                <time dateTime={step.at} className="text-sm text-soft">
                  {formatShopTime(step.at)}
                </time>
              )}
            </li>
          )
        })}
      </ol>
      {messages.length > 0 && (
        <ul className="grid gap-3 border-t border-line px-5 py-4 sm:px-6">
          {messages.map(({ status: of, message }) => (
            <li key={of} className="max-w-[60ch] whitespace-pre-line wrap-anywhere">
              <span className="block text-sm font-semibold">{returnStatusLabel(of)}</span>“{message}”
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-5 py-4 sm:px-6">
        <p className="max-w-[60ch]">{whatComesNext(asked)}</p>
        <div className="flex flex-wrap gap-3">
          {canPrint && (
            <Button onClick={onPrint}>
              <Printer aria-hidden="true" className="size-4" />
              Print Return Slip
            </Button>
          )}
          {asked.isWithdrawable && <WithdrawReturn number={number} onWithdraw={onWithdraw} />}
        </div>
      </div>
      <ul className="grid gap-1 border-t border-line px-5 py-4 text-sm sm:px-6">
        {items.map(({ line, productName, quantity, reason, isUnopened }) => (
          <li key={`${line}-${reason}`} className="[overflow-wrap:anywhere]">
            {quantity} × <WholeWords>{productName}</WholeWords>:{' '}
            <span className="text-soft">
              {reasonLabel(reason)}
              {isUnopened && ', unopened'}
            </span>
          </li>
        ))}
      </ul>
    </article>
  )
}
