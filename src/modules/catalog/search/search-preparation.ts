import { setImmediate } from 'node:timers/promises'
import type { CatalogIndex } from './memory/catalog-index.ts'

/** Within this time a price list that is read changes words. */
const LOOK_EVERY_MS = 1000

export interface SearchPreparation {
  /** Begins to look at the index from time to time. */
  begin(): void
  close(): void
}

/**
 * Prepares what the first searches after a start, and after a change of words, would wait for: some 150 ms of the
 * processor with 100,000 products, in pieces between which others are answered. While words keep changing, as during an
 * import, nothing is prepared, because it would be out of date at once.
 */
export function createSearchPreparation(deps: { readonly index: () => CatalogIndex }): SearchPreparation {
  let timer: NodeJS.Timeout | undefined
  let seen: { readonly index: CatalogIndex; readonly version: number } | null = null
  let isPreparing = false

  async function prepare(index: CatalogIndex): Promise<void> {
    isPreparing = true
    for (const _ of index.prepare()) await setImmediate()
    isPreparing = false
  }

  function look(): void {
    const index = deps.index()
    const { version } = index
    const isCalm = seen?.index === index && seen.version === version
    seen = { index, version }
    if (isCalm && !isPreparing && !index.isPrepared) void prepare(index)
  }

  return {
    begin() {
      timer = setInterval(look, LOOK_EVERY_MS).unref()
    },
    close() {
      clearInterval(timer)
    },
  }
}
