import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface ExampleNoticeProps {
  /** '' when nothing was typed. */
  readonly typed: string
  readonly isSignedIn: boolean
  /** The way to the real order. */
  readonly children?: ReactNode
}

/** Explains that the order below is an example, why, and what to do (design, section 7). */
export function ExampleNotice({ typed, isSignedIn, children }: ExampleNoticeProps) {
  return (
    <div className="grid gap-4 border-b border-line bg-yellow-wash px-5 py-5 sm:px-7">
      <div className="flex gap-3">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="grid gap-1">
          <p className="font-semibold">This is an example, not a real order.</p>
          <p className="[overflow-wrap:anywhere]">
            {typed === '' ? (
              'You gave no number, so no order matched.'
            ) : isSignedIn ? (
              <>
                No order of your account matched “{typed}”. If it was placed elsewhere, give the order's email address.
              </>
            ) : (
              <>No order matched “{typed}”. To see your order, give the email address that it was placed with.</>
            )}
          </p>
        </div>
      </div>
      {children}
    </div>
  )
}
