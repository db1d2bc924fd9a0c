import { randomUUID } from 'node:crypto'

/**
 * Names the code that a saved index depends on (`scripts/catalog-code.mjs`). Builds in which a part has the same name make
 * the same of the same products.
 */
export interface CatalogCode {
  /** How the index and the places of texts lie in memory: one that lies otherwise cannot be read. */
  readonly layout: string
  /** What is known of a product: words, choices, measures, models. */
  readonly facts: string
  /** The public JSON of a product. */
  readonly texts: string
}

/** Put in by the build. */
declare const CATALOG_CODE: CatalogCode | undefined

/** The code that runs. Where the sources run it has a new name each time. */
export function catalogCode(): CatalogCode {
  if (typeof CATALOG_CODE === 'undefined') return { layout: randomUUID(), facts: '', texts: '' }
  // Names are sorted, and words are folded, as this version of Unicode does it.
  return { ...CATALOG_CODE, layout: `${CATALOG_CODE.layout} ${process.versions.icu}` }
}
