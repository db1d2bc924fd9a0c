import {
  createElement,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { ErrorBoundary, ScriptNotLoaded } from './error-boundary.tsx'
import { loadWithRetry } from './load-with-retry.ts'

const TRY_AGAIN_AFTER_MS = 30_000

/** How often the connection has come back since the document was loaded. */
let reconnections = 0
if (typeof window !== 'undefined') window.addEventListener('online', () => (reconnections += 1))

/** What helps when a script does not come. Only the visitor knows what a reload would lose, so nothing reloads by itself. */
export const NOT_LOADED_ADVICE =
  'Check the connection and try again. If that does not help, reload the page when nothing unsaved is on it.'

export interface FailedProps<Props> {
  /** What the part itself was given. */
  readonly part: Props
  /** Whether the part's script did not come; otherwise the part threw while it rendered. */
  readonly isNotLoaded: boolean
  /** Loads the script again; what `Failed` shows stays until it is there. */
  readonly retry: () => Promise<void>
  /** Whether the connection has come back since the last load began. */
  readonly hasReconnected: () => boolean
  readonly isRetrying: boolean
}

interface LazyPartOptions<Props> {
  /** Shown while the script is loading. */
  readonly pending?: ReactNode
  /** Shown when the part failed; by default nothing, and the part comes as soon as it can. */
  readonly Failed?: ComponentType<FailedProps<Props>>
}

/**
 * A part of a page whose script comes with its first showing. The script is tried three times, a failure is never
 * remembered, and a failure leaves the rest of the page as it is.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending = null, Failed = ComesLater }: LazyPartOptions<Props> = {},
) {
  let loading: Promise<ComponentType<Props>> | null = null
  let reconnectionsBefore = 0
  const hasReconnected = () => reconnections > reconnectionsBefore

  const fetchPart = () => {
    if (loading === null) reconnectionsBefore = reconnections
    loading ??= readable(
      loadWithRetry(load).catch((error: unknown) => {
        loading = null
        throw new ScriptNotLoaded(error)
      }),
    )
    return loading
  }

  function Part({ script, props }: { readonly script: Promise<ComponentType<Props>>; readonly props: Props }) {
    return createElement(use(script), props)
  }

  function LazyPart(props: Props) {
    const [script, setScript] = useState(fetchPart)
    const [isRetrying, setRetrying] = useState(false)
    const retry = async (reset: () => void) => {
      setRetrying(true)
      const next = fetchPart()
      try {
        await next
        setScript(next)
        reset()
      } catch {
        // `Failed` goes on showing why.
      } finally {
        setRetrying(false)
      }
    }
    return (
      <ErrorBoundary
        renderError={(error, reset) => (
          <Failed
            part={props}
            isNotLoaded={error instanceof ScriptNotLoaded}
            retry={() => retry(reset)}
            hasReconnected={hasReconnected}
            isRetrying={isRetrying}
          />
        )}
      >
        <Suspense fallback={pending}>
          <Part script={script} props={props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return Object.assign(LazyPart, {
    /** Fetches the script ahead of the first showing. */
    preload: () => void fetchPart().catch(() => undefined),
  })
}

/** Notes a promise's value on it once it is there, where React looks before it waits for a turn. */
function readable<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => {},
  )
  return promise
}

/** Tries again when the connection is back, or has come back meanwhile. */
export function useReconnection({ retry, isNotLoaded, isRetrying, hasReconnected }: FailedProps<object>): void {
  const tryAgain = useEffectEvent(retry)
  // A part that threw while it was rendered is loaded: it would throw again at once, without an end.
  const canComeNow = useEffectEvent(() => isNotLoaded && hasReconnected())
  useEffect(() => {
    const again = () => void tryAgain()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  useEffect(() => {
    if (!isRetrying && canComeNow()) void tryAgain()
  }, [isRetrying])
}

/** Nothing for now; tried again with the connection, and every half minute. */
function ComesLater(failed: FailedProps<object>) {
  useReconnection(failed)
  const tryAgain = useEffectEvent(failed.retry)
  useEffect(() => {
    const timer = setInterval(() => void tryAgain(), TRY_AGAIN_AFTER_MS)
    return () => clearInterval(timer)
  }, [])
  return null
}
