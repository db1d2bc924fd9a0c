import { Mail, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Disclosure } from '../../ui/disclosure.tsx'

interface UnknownOrderProps {
  /** What was asked for; '' when nothing was typed. */
  readonly number: string
  readonly email: string
  readonly isSignedIn: boolean
  /** What tracking looks like, with the number as it was typed. */
  readonly children: ReactNode
}

/**
 * Why no order is shown, what to do, and the specified example folded below it. An order whose email address is
 * missing is never called unknown.
 */
export function UnknownOrder({ number, email, isSignedIn, children }: UnknownOrderProps) {
  const isAsked = number === '' || email !== ''
  const Icon = isAsked ? TriangleAlert : Mail
  return (
    <section aria-label="No order shown" className="sheet px-5 py-5 large-letters:px-3 sm:px-7">
      <div className="flex gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div role="status" className="grid gap-1 [overflow-wrap:anywhere]">
          {number === '' ? (
            <p className="font-semibold">You gave no number, so no order matched.</p>
          ) : email !== '' ? (
            <>
              <p className="font-semibold">
                No order matched “{number}” with {email}.
              </p>
              <p className="text-soft">Check both: your confirmation names the number and went to the right address.</p>
            </>
          ) : (
            <>
              <p className="font-semibold">To show an order we need the email address it was placed with.</p>
              <p className="text-soft">
                {isSignedIn
                  ? `No order of your account has the number “${number}”. If it was placed elsewhere, enter its email address above.`
                  : 'Enter it above, beside the number.'}
              </p>
            </>
          )}
          {!isSignedIn && (
            <p className="text-soft">
              Have an account?{' '}
              <Link
                to={paths.login()}
                state={{ returnTo: paths.track(number === '' ? {} : { order: number }) }}
                className="text-link font-semibold"
              >
                Sign in
              </Link>{' '}
              to see your orders here.
            </p>
          )}
        </div>
      </div>
      <Disclosure title="What you will see" className="mt-4 border-t border-b-0 *:last:max-w-none">
        <p className="mb-4 text-ink">This is an example, not a real order.</p>
        <div className="text-ink">{children}</div>
      </Disclosure>
    </section>
  )
}
