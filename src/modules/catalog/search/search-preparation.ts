import { setImmediate } from 'node:timers/promises'
import type { Logger } from '#platform/log/logger'
import type { CatalogIndex } from './memory/catalog-index.ts'

/** Within this time a price list that is read changes words. */
const LOOK_EVERY_MS = 1000

export interface SearchPreparation {
  /** Begins to look at the index from time to time. */
  begin(): void
  close(): void
}

type Preparable = Pick<CatalogIndex, 'version' | 'isPrepared' | 'prepare'>

interface Seen {
  readonly index: Preparable
  readonly version: number
  hasFailed: boolean
}

/**
 * Prepares what the first searches after a start, and after a change of words, would wait for: some 80 ms of the
 * processor with 100,000 products, in pieces between which others are answered. While words keep changing, as during an
 * import, nothing is prepared, because it would be out of date at once. Searches do without it: where it fails, that is
 * logged, and not tried again with the same words.
 */
export function createSearchPreparation(deps: {
  readonly index: () => Preparable
  readonly logger: Pick<Logger, 'error'>
}): SearchPreparation {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let seen: Seen | null = null
  let isPreparing = false

  async function prepare(words: Seen): Promise<void> {
    isPreparing = true
    try {
      for (const _ of words.index.prepare()) {
        await setImmediate()
        if (isClosed) return
      }
    } catch (error) {
      words.hasFailed = true
      deps.logger.error({ err: error }, 'what the first searches need was not prepared; they make it themselves')
    } finally {
      isPreparing = false
    }
  }

  function look(): void {
    const index = deps.index()
    const { version } = index
    if (seen?.index !== index || seen.version !== version) seen = { index, version, hasFailed: false }
    else if (!isPreparing && !index.isPrepared && !seen.hasFailed) void prepare(seen)
  }

  return {
    begin() {
      timer = setInterval(look, LOOK_EVERY_MS).unref()
    },
    close() {
      isClosed = true
      clearInterval(timer)
    },
  }
}
