import * as Radix from '@radix-ui/react-dialog'
import { useState, type ReactNode } from 'react'

/** The dialog beneath, which stands behind the page's content, or that content. */
function whatIsBeneath(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('main, [role=dialog]')].at(-1)
}

/** Gives the focus back, unless it went elsewhere on purpose: who leaves from here comes to a new page's heading. */
function giveFocusBack(place: Element | null): void {
  const isFree = () => document.activeElement === null || document.activeElement === document.body
  if (isFree() && place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true })
  // What had it is gone, or takes none: a button that was pressed may be disabled since.
  if (isFree()) whatIsBeneath()?.focus({ preventScroll: true })
}

/**
 * Lies over everything, open dialogs among it, and does not go by itself: what is beneath stays as it is, out of sight
 * and out of reach. The focus goes back to where it was.
 */
export function Cover({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  // Remembered while nothing of the cover is there: a field of it may take the focus as soon as it is.
  const [place] = useState(() => document.activeElement)
  const stay = (event: Event) => event.preventDefault()
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Content
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            giveFocusBack(place)
          }}
          aria-describedby={undefined}
          className="fixed inset-0 z-[60] scroll-py-12 overflow-y-auto bg-paper"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
