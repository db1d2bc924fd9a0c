import { LRUCache } from 'lru-cache'
import { createPlaces } from '#platform/concurrency/places'
import type { IsCurrent } from '../answers/current.ts'

/** A page that was rendered. */
export interface RenderResult<Page> {
  readonly page: Page
  /** The memory that it takes. */
  readonly bytes: number
  /** Null for a page that is not kept, such as one that says that something is missing. */
  readonly isCurrent: IsCurrent | null
}

/** Rendered pages by their addresses. */
export interface PageCache<Page> {
  /**
   * The page of an address, kept or rendered. However many ask, it is rendered once at a time; those who ask meanwhile get the
   * former page if that was up to date within the last second, and otherwise wait.
   * @param mayRender asked only when a rendering would have to begin
   * @returns null when the page would have to be rendered and must not be
   * @throws the error of `render` or `mayRender`
   */
  load(
    address: string,
    render: () => Promise<RenderResult<Page>>,
    mayRender: () => boolean | Promise<boolean>,
  ): Promise<Page | null>
}

/** How long after a change the page before it may be answered, while its successor is rendered, in ms. */
const FORMER_MS = 1000

interface Entry<Page> {
  readonly page: Page
  readonly bytes: number
  readonly isCurrent: IsCurrent
  /** When it was last seen to be up to date: a change that it does not show came later. */
  currentAt: number
}

/**
 * Keeps pages until something changes that they show. A kept page costs 0.2 ms of the processor; to render and compress
 * one costs 5 ms (a product) to 10 ms (a list).
 * @param options.maxRenderings how many pages are rendered at a time; further ones wait for their turn
 * @param options.now the time in ms, for tests
 */
export function createPageCache<Page extends object>(options: {
  readonly maxBytes: number
  readonly maxRenderings: number
  readonly now?: () => number
}): PageCache<Page> {
  const { now = () => performance.now() } = options
  const entries = new LRUCache<string, Entry<Page>>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  const renderings = new Map<string, Promise<Page>>()
  const places = createPlaces(options.maxRenderings)

  async function rerender(address: string, render: () => Promise<RenderResult<Page>>): Promise<Page> {
    const before = now()
    const { page, bytes, isCurrent } = await places.run(render)
    // What changed during the rendering may be missing in the page.
    if (isCurrent?.() === true) entries.set(address, { page, bytes, isCurrent, currentAt: before })
    else entries.delete(address)
    return page
  }

  function renderOnce(address: string, render: () => Promise<RenderResult<Page>>): Promise<Page> {
    let rendering = renderings.get(address)
    if (rendering === undefined) {
      rendering = rerender(address, render).finally(() => renderings.delete(address))
      renderings.set(address, rendering)
    }
    return rendering
  }

  return {
    async load(address, render, mayRender) {
      const entry = entries.get(address)
      if (entry?.isCurrent() === true) {
        entry.currentAt = now()
        return entry.page
      }
      const isFormerGood = entry !== undefined && now() - entry.currentAt < FORMER_MS
      if (!renderings.has(address) && !(await mayRender())) return isFormerGood ? entry.page : null
      const rendering = renderOnce(address, render)
      if (!isFormerGood) return rendering
      // Those who wait get the error; the former page is none the worse for it.
      rendering.catch(() => undefined)
      return entry.page
    },
  }
}
