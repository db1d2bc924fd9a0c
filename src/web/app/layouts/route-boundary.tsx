import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { ErrorBoundary, ScriptNotLoaded } from '../../lib/error-boundary.tsx'
import { reloadOnce } from '../../lib/load-with-retry.ts'
import { paths } from '../../lib/paths.ts'
import { RetryButton } from '../../ui/async.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface RouteBoundaryProps {
  /** Where the visitor is: another place begins without the error of the one before. */
  readonly place: string
  readonly children: ReactNode
}

/**
 * Catches what a page throws, so that the rest of the shop keeps working. "Try again" renders the page again; one whose
 * script did not come is tried by itself when the connection is back.
 */
export function RouteBoundary({ place, children }: RouteBoundaryProps) {
  return (
    <ErrorBoundary
      resetKey={place}
      renderError={(error, reset) => <PageFailed isNotLoaded={error instanceof ScriptNotLoaded} onRetry={reset} />}
    >
      {children}
    </ErrorBoundary>
  )
}

function PageFailed({ isNotLoaded, onRetry }: { readonly isNotLoaded: boolean; readonly onRetry: () => void }) {
  const tryAgain = async () => {
    if (isNotLoaded && (await reloadOnce())) return
    onRetry()
  }
  const reconnected = useEffectEvent(() => {
    if (isNotLoaded) void tryAgain()
  })
  useEffect(() => {
    const listen = () => reconnected()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [])
  return (
    <div role="alert" className="wrap">
      <EmptyState
        heading="h1"
        title={isNotLoaded ? 'This page did not load' : 'Something went wrong on this page'}
        description={
          isNotLoaded
            ? 'The connection may be gone, or the shop was updated a moment ago. Your cart is kept.'
            : 'It is our mistake, not yours. Your cart is kept.'
        }
      >
        <RetryButton variant="solid" onRetry={tryAgain} />
        <ButtonLink to={paths.home()} variant="quiet">
          Go to the home page
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
