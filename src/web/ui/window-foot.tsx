import { useId, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { BARS_ID, useFootPadding } from './use-foot-padding.ts'

/**
 * What lies over the foot of the window on every page: a bar of the page (`FootBar`) above what is given. All of it stands
 * in one box, so that nothing has to know how high the rest is. The page neither moves when something comes into it nor
 * scrolls to bring its buttons into view, as it would for what sticks within the page.
 */
export function WindowFoot({ children }: { readonly children: ReactNode }) {
  const id = useId()
  const { pathname } = useLocation()
  return (
    <>
      <Room key={pathname} foot={id} />
      <div id={id} data-print="hide" className="fixed inset-x-0 bottom-0 z-30">
        {/* Where letters are large, both would leave nothing of a small window. */}
        <div
          id={BARS_ID}
          className="bg-sheet not-empty:last:pb-[env(safe-area-inset-bottom)] large-letters:not-last:hidden"
        />
        {children}
      </div>
    </>
  )
}

/** At the end of a page, which can so be scrolled above the foot of the window. */
function Room({ foot }: { readonly foot: string }) {
  useFootPadding(foot)
  return <div data-print="hide" />
}
