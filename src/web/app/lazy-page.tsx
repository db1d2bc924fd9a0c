import { lazy, useState, type ComponentType } from 'react'
import { ScriptNotLoaded } from '../lib/error-boundary.tsx'
import { loadWithRetry, reloadOnce } from '../lib/load-with-retry.ts'
import { waitForScript } from '../lib/loading-scripts.ts'

export interface LazyPage {
  readonly Page: ComponentType
  /** Fetches the page's script ahead of its first showing. */
  preload(): Promise<void>
  /**
   * The same right before the page is shown, and without an error: when the script does not come in these tries, the page
   * says so at once instead of trying as often again.
   */
  prepare(): Promise<void>
}

/**
 * A page whose script loads when it is needed; the previous page stays until then. Once the script is there the page
 * renders at once, without a moment of fallback, which React.lazy alone would cost. A script that does not come is
 * thrown as ScriptNotLoaded, and fetched again the next time.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | null = null
  let loading: Promise<ComponentType> | null = null
  /** The tries right before a showing, which takes what became of them. */
  let prepared: Promise<ComponentType> | null = null

  const fetchPage = () => {
    loading ??= loadWithRetry(load).then(
      (page) => (loaded = page),
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  const fetchVisibly = async () => {
    // Not while React renders: setting an atom there would update another component.
    await Promise.resolve()
    const stopWaiting = waitForScript()
    const fetching = prepared ?? fetchPage()
    prepared = null
    try {
      return { default: await fetching }
    } catch (error) {
      // The release that had this script may be gone: then the new document knows the new one.
      if (await reloadOnce()) await new Promise(() => {})
      throw new ScriptNotLoaded(error, () => (waiting = lazy(fetchVisibly)))
    } finally {
      stopWaiting()
    }
  }

  // Replaced when a boundary has caught its failure, not earlier: React would retry without end.
  let waiting = lazy(fetchVisibly)
  const choose = () => loaded ?? waiting

  function Page() {
    const [Chosen] = useState(choose)
    return <Chosen />
  }
  return {
    Page,
    preload: async () => void (await fetchPage()),
    async prepare() {
      prepared = fetchPage()
      await prepared.catch(() => undefined)
    },
  }
}
