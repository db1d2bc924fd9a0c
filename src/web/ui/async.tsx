import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface AsyncProps<T> {
  readonly data: T | null | undefined
  readonly error?: unknown
  /** Shown until there is data or an error. */
  readonly loading: ReactNode
  /** What to say when it failed. */
  readonly errorMessage: string
  /** Never rejects: what went wrong again is in `error`. */
  readonly onRetry?: () => Promise<void>
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** Loading, failed, empty or there: the one place that decides between them. */
export function Async<T>({ data, error, loading, errorMessage, onRetry, isEmpty, empty, children }: AsyncProps<T>) {
  if (data !== undefined && data !== null) return isEmpty?.(data) === true ? empty : children(data)
  if (error !== undefined && error !== null) return <FailureNote message={errorMessage} {...(onRetry && { onRetry })} />
  return (
    <div aria-busy="true" className="noscript:hidden">
      <p role="status" className="sr-only">
        Loading...
      </p>
      {loading}
    </div>
  )
}

/** Shows that something failed, with a button to try again. */
export function FailureNote({
  message,
  onRetry,
}: {
  readonly message: string
  readonly onRetry?: () => Promise<void>
}) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 sheet px-6 py-12 text-center">
      <p className="text-lg">{message}</p>
      {onRetry !== undefined && <RetryButton onRetry={onRetry} />}
    </div>
  )
}

/** Reads again what could not be read. It keeps the focus; within an alert its words are read aloud. */
export function RetryButton({
  onRetry,
  ...props
}: Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & {
  /** Never rejects. */
  readonly onRetry: () => Promise<void>
}) {
  const [isTrying, setTrying] = useState(false)
  async function tryAgain(): Promise<void> {
    if (isTrying) return
    setTrying(true)
    await onRetry()
    setTrying(false)
  }
  return (
    <Button variant="quiet" {...props} aria-disabled={isTrying} onClick={() => void tryAgain()}>
      {isTrying ? 'Trying again...' : 'Try again'}
    </Button>
  )
}
