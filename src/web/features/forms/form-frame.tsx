import { CircleCheck, WifiOff } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore, type FormEvent, type ReactNode } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'

interface FormFrameProps {
  readonly label: string
  readonly isSending: boolean
  readonly onSubmit: (event: FormEvent) => void
  readonly submit: string
  readonly submitting: string
  /** Beside the button. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** A form's fields in two columns, what there is to say about the connection, and its button. */
export function FormFrame({ label, isSending, onSubmit, submit, submitting, note, children }: FormFrameProps) {
  const isHydrated = useHydrated()
  return (
    // post: whatever is sent before the script takes over never ends up in an address.
    <form method="post" noValidate aria-label={label} onSubmit={onSubmit} className="grid gap-5 sm:grid-cols-2">
      {children}
      <div className="grid gap-4 sm:col-span-2">
        <OfflineNote />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type={isHydrated ? 'submit' : 'button'} size="large" disabled={isSending} className="max-sm:w-full">
            {isSending ? submitting : submit}
          </Button>
          {note !== undefined && <p className="text-sm text-soft">{note}</p>}
        </div>
      </div>
    </form>
  )
}

function OfflineNote() {
  const isOffline = useSyncExternalStore(
    listen,
    () => !navigator.onLine,
    () => false,
  )
  return (
    <div role="status" className="empty:-mb-4">
      {isOffline && (
        <p className="flex gap-3 rounded border-l-4 border-yellow bg-yellow-wash px-4 py-3 text-sm">
          <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          You are offline. What you typed is kept; send it when the connection is back.
        </p>
      )}
    </div>
  )
}

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

interface SentNoteProps {
  readonly title: string
  readonly children: ReactNode
  /** Ways on. */
  readonly actions?: ReactNode
}

/** In the place of a form that arrived: reference number and promised reply. Takes the focus, so that it is read. */
export function SentNote({ title, children, actions }: SentNoteProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div
      role="status"
      className="grid justify-items-start gap-3 rounded border border-line border-t-4 border-t-ok bg-sheet p-6 sm:p-8"
    >
      <CircleCheck aria-hidden="true" className="size-8 text-ok" strokeWidth={1.75} />
      <h3 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h3>
      <div className="grid max-w-[60ch] gap-2">{children}</div>
      {actions !== undefined && <div className="mt-2 flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}

/** A number to note down. */
export function Reference({ children }: { readonly children: string }) {
  return <strong className="figures text-xl font-bold whitespace-nowrap">{children}</strong>
}
