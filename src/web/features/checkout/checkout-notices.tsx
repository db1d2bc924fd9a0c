import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { FIELD_LABELS, FIELD_NAMES, type CheckoutFields } from './checkout-fields.ts'
import { Note } from '../../ui/note.tsx'
import { linesMark, type Refusal } from './order-refusal.ts'

/** Links to the fields that need attention; screen readers announce them when an attempt failed. */
export function InvalidFields() {
  const {
    formState: { errors, submitCount },
    setFocus,
  } = useFormContext<CheckoutFields>()
  const invalid = FIELD_NAMES.filter((name) => get(errors, name) !== undefined)
  return (
    <div role="alert" className="empty:-mb-6">
      {submitCount > 0 && invalid.length > 0 && (
        <Note tone="error" size="small">
          <p className="font-semibold">
            {formatCount(invalid.length, 'field')} {invalid.length === 1 ? 'needs' : 'need'} your attention:
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-3">
            {invalid.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => setFocus(name)}
                  className="min-h-8 rounded underline underline-offset-4 hover:decoration-2 pointer-coarse:min-h-11"
                >
                  {FIELD_LABELS[name]}
                </button>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  )
}

interface OrderProblemsProps {
  readonly refusal: Refusal
  /** The lines as they are now. */
  readonly lines: Parameters<typeof linesMark>[0]
  /** Some of them cannot be ordered as they are. */
  readonly hasBlockedLines: boolean
}

const NOTHING: readonly string[] = []

/** What the server refused, and what to do about it. */
export function OrderProblems({ refusal, lines, hasBlockedLines }: OrderProblemsProps) {
  const { advice, placedOrderId } = refusal
  const isAboutThese = refusal.lines === null || refusal.lines === linesMark(lines)
  const sentences = isAboutThese ? refusal.sentences : NOTHING
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sentences.length > 0 || placedOrderId !== null || advice === 'send-again')
      place.current?.scrollIntoView({ block: 'nearest' })
  }, [sentences, placedOrderId, advice])

  return (
    <div ref={place} role="alert" className="empty:-mt-5">
      {placedOrderId !== null && (
        <Problem title={`Your order #${placedOrderId} was placed already.`}>
          <p>
            It was sent before, from here or from another tab, and what is different now is not in it. Look at it in{' '}
            <AccountLink tab="orders">your orders</AccountLink>.
          </p>
          <p>To place a second order with what stands here, press Place Order again.</p>
        </Problem>
      )}
      {advice === 'send-again' && (
        <Problem title="The shop did not answer.">
          <p>
            Your order may have been placed all the same. Check your connection and press Place Order again: it is not
            placed twice. Or look at <AccountLink tab="orders">your orders</AccountLink>.
          </p>
        </Problem>
      )}
      {sentences.length > 0 && (
        <Problem title="Your order was not placed.">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {advice === 'look-again' && (
            <p>
              {hasBlockedLines
                ? 'Remove what cannot be ordered, then place the order again.'
                : 'The items below are up to date. Look at them and place the order again.'}
            </p>
          )}
          {advice === 'confirm-email' && (
            <p>
              <AccountLink tab="profile">Confirm my email address</AccountLink>. Your cart and what you typed here stay.
            </p>
          )}
        </Problem>
      )}
    </div>
  )
}

function Problem({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Note tone="error" size="small" className="flex gap-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </Note>
  )
}

function AccountLink({ tab, children }: { readonly tab: 'orders' | 'profile'; readonly children: string }) {
  return (
    <Link to={paths.account({ tab })} className="font-semibold underline underline-offset-4">
      {children}
    </Link>
  )
}
