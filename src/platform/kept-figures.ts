import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from './durations.ts'

/** A day more or less hardly changes the figures of months, and open pages ask for them again and again. */
const KEPT_MS = 10 * MINUTE_MS
/** Of how many spans and lengths of a list: as many as the screens have to choose among, and more. */
const MAX_KEPT = 10

/**
 * Keeps figures of long spans for ten minutes, because reading them costs many commands. Who asks while they are read
 * gets the same ones; when reading them fails, they are read again for the next who asks.
 */
export function keepFigures<Figures>(): (key: string, read: () => Promise<Figures>) => Promise<Figures> {
  const kept = new LRUCache<string, Promise<Figures>>({ max: MAX_KEPT, ttl: KEPT_MS })
  return function figuresOf(key, read) {
    const known = kept.get(key)
    if (known !== undefined) return known
    const figures = read()
    kept.set(key, figures)
    figures.catch(() => kept.delete(key))
    return figures
  }
}
