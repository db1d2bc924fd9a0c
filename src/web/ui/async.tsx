import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface AsyncProps<T> {
  readonly data: T | null | undefined
  readonly error?: unknown
  /** Shown until there is data or an error. */
  readonly loading: ReactNode
  /** What to say when it failed. */
  readonly errorMessage: string
  readonly onRetry?: () => void
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
export function FailureNote({ message, onRetry }: { readonly message: string; readonly onRetry?: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-4 sheet px-6 py-12 text-center">
      <p className="text-lg">{message}</p>
      {onRetry !== undefined && (
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
