import { LRUCache } from 'lru-cache'
import { createPlaces } from '#platform/places'
import type { IsCurrent } from '../answers/current.ts'

/** A page that was drawn. */
export interface DrawnPage<Page> {
  readonly page: Page
  /** The memory that it takes. */
  readonly bytes: number
  /** Null for a page that is not kept, such as one that says that something is missing. */
  readonly isCurrent: IsCurrent | null
}

export interface PageCache<Page> {
  /**
   * The page of an address, kept or drawn. However many ask, it is drawn once at a time; those who ask meanwhile get the
   * former page if that was up to date within the last second, and otherwise wait.
   * @param mayDraw asked only when a drawing would have to begin
   * @returns null when the page would have to be drawn and must not be
   * @throws the error of `draw` or `mayDraw`
   */
  load(
    address: string,
    draw: () => Promise<DrawnPage<Page>>,
    mayDraw: () => boolean | Promise<boolean>,
  ): Promise<Page | null>
}

/** How long after a change the page before it may be answered, while its successor is drawn, in ms. */
const FORMER_MS = 1000

interface Entry<Page> {
  readonly page: Page
  readonly bytes: number
  readonly isCurrent: IsCurrent
  /** When it was last seen to be up to date: a change that it does not show came later. */
  currentAt: number
}

/**
 * Keeps pages until something changes that they show. A kept page costs 0.2 ms of the processor; to draw and compress
 * one costs 5 ms (a product) to 10 ms (a list).
 * @param options.maxDrawings how many pages are drawn at a time; further ones wait for their turn
 * @param options.now the time in ms, for tests
 */
export function createPageCache<Page extends object>(options: {
  readonly maxBytes: number
  readonly maxDrawings: number
  readonly now?: () => number
}): PageCache<Page> {
  const { now = () => performance.now() } = options
  const entries = new LRUCache<string, Entry<Page>>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  })
  const drawings = new Map<string, Promise<Page>>()
  const places = createPlaces(options.maxDrawings)

  async function redraw(address: string, draw: () => Promise<DrawnPage<Page>>): Promise<Page> {
    const before = now()
    const { page, bytes, isCurrent } = await places.run(draw)
    // What changed during the drawing may be missing in the page.
    if (isCurrent?.() === true) entries.set(address, { page, bytes, isCurrent, currentAt: before })
    else entries.delete(address)
    return page
  }

  function drawOnce(address: string, draw: () => Promise<DrawnPage<Page>>): Promise<Page> {
    let drawing = drawings.get(address)
    if (drawing === undefined) {
      drawing = redraw(address, draw).finally(() => drawings.delete(address))
      drawings.set(address, drawing)
    }
    return drawing
  }

  return {
    async load(address, draw, mayDraw) {
      const entry = entries.get(address)
      if (entry?.isCurrent() === true) {
        entry.currentAt = now()
        return entry.page
      }
      const isFormerGood = entry !== undefined && now() - entry.currentAt < FORMER_MS
      if (!drawings.has(address) && !(await mayDraw())) return isFormerGood ? entry.page : null
      const drawing = drawOnce(address, draw)
      if (!isFormerGood) return drawing
      // Those who wait get the error; the former page is none the worse for it.
      drawing.catch(() => undefined)
      return entry.page
    },
  }
}
