import { lazy, useState, type ComponentType } from 'react'
import { atom } from 'jotai'
import { store } from '../lib/store.ts'

/** How many pages' scripts are on their way. */
export const pagesOnTheWay = atom(0)

/** The script of a page could not be fetched: the connection is gone, or the shop was updated meanwhile. */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The page could not be loaded', { cause })
    this.name = 'PageNotLoaded'
  }
}

export interface LazyPage {
  readonly Page: ComponentType
  /** Fetches the page's script ahead of its first showing. */
  preload(): Promise<void>
}

/**
 * A page whose script comes when it is needed. Once it is there the page renders at once, without a moment of
 * fallback, which React.lazy alone would cost. A fetch that failed while it was waited for needs a reload to mend.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | null = null
  let loading: Promise<ComponentType> | null = null

  const fetchPage = () => {
    loading ??= load().then(
      (page) => (loaded = page),
      (error: unknown) => {
        loading = null
        throw new PageNotLoaded(error)
      },
    )
    return loading
  }

  const fetchVisibly = async () => {
    // Not while React renders: setting an atom there would update another component.
    await Promise.resolve()
    store.set(pagesOnTheWay, (count) => count + 1)
    try {
      return { default: await fetchPage() }
    } finally {
      store.set(pagesOnTheWay, (count) => count - 1)
    }
  }

  const Waiting = lazy(fetchVisibly)
  const choose = () => loaded ?? Waiting

  function Page() {
    const [Chosen] = useState(choose)
    return <Chosen />
  }
  return { Page, preload: async () => void (await fetchPage()) }
}
