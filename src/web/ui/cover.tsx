import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'

/**
 * Lies over everything, open dialogs among it, and does not go by itself: what is beneath stays as it is, out of sight
 * and out of reach. The focus goes back to where it was.
 */
export function Cover({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const stay = (event: Event) => event.preventDefault()
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Content
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          aria-describedby={undefined}
          className="fixed inset-0 z-[60] overflow-y-auto bg-paper"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
