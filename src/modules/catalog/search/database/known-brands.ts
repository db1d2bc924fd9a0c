import type { CatalogChanges } from '../catalog-changes.ts'

/**
 * The brands of all products, read once per arrangement: each search that denies something asks for them, and to count
 * them is a pass over all products.
 */
export class KnownBrands {
  readonly #read: () => Promise<readonly string[]>
  readonly #changes: Pick<CatalogChanges, 'arrangement'>
  #known: { readonly arrangement: number; readonly read: Promise<readonly string[]> } | null = null

  constructor(read: () => Promise<readonly string[]>, changes: Pick<CatalogChanges, 'arrangement'>) {
    this.#read = read
    this.#changes = changes
  }

  /** Those that ask meanwhile share a read; after one that failed the next asks again. */
  get(): Promise<readonly string[]> {
    const { arrangement } = this.#changes
    if (this.#known?.arrangement === arrangement) return this.#known.read
    const read = this.#read()
    const known = { arrangement, read }
    this.#known = known
    read.catch(() => {
      if (this.#known === known) this.#known = null
    })
    return read
  }
}
