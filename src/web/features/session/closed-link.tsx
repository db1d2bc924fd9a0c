import type { ReactNode } from 'react'
import { Note } from '../../ui/note.tsx'

interface ClosedLinkProps {
  /** Whether the shop knows the link no more; otherwise the page was opened without one. */
  readonly isRefused: boolean
  /** How long such links work, and what helps. */
  readonly children: ReactNode
}

/**
 * What the page of a mail's link says where it has none that works. A link that works once may have been used by a press
 * whose answer was lost.
 */
export function ClosedLink({ isRefused, children }: ClosedLinkProps) {
  return (
    <Note size="large">
      <strong>{isRefused ? 'This link is no longer valid.' : 'Please open the link in our email.'}</strong> {children}
    </Note>
  )
}
