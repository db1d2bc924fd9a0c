import type { ComponentProps } from 'react'

/** A shopping cart as one path, in the stroke of the other icons: a list shows it on each of its 24 cards. */
export function CartIcon({ strokeWidth = 2, ...props }: ComponentProps<'svg'>) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d="M2 2.5h2l2.6 13.9a1.5 1.5 0 0 0 1.5 1.2h10M4.5 5.5h16.6l-1.6 8H6M6.3 20.6a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0M16.3 20.6a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0" />
    </svg>
  )
}
