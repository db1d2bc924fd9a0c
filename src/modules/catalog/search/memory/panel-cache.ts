import type { ProductFacets } from '../../domain/product-query.ts'
import { BRAND, chosenIn, type ChosenGroup } from './filter-groups.ts'
import type { Filter, ProductSets } from './product-sets.ts'
import { VersionedCache } from './versioned-cache.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** What a kept brand, and whatever else is kept, takes in the heap. */
const [BYTES_PER_BRAND, BYTES_BESIDE] = [40, 400]
/** How many are made for one panel, so that a choice of many brands does not make it much more expensive. */
const MAX_MADE = 1

/** What is counted for a panel. */
export interface PanelCounts {
  /** How many products there are of each choice, at the places of `panel-rows.ts`; those of several brands are sums. */
  readonly numbers: Uint32Array
  /** The brands that some product of the same category and search has, whatever brands are chosen. */
  readonly brands: ProductFacets['brands']
  /** By the place of each choice: above 0 when some product of the same category and search has it, or 0. */
  readonly occurring: Uint32Array
}

/** How panels are counted. Numbers, and what occurs, are valid until the next call. */
export interface PanelCounting {
  /** @param filter what is no choice of the panel */
  count(filter: Filter, groups: readonly ChosenGroup[]): PanelCounts
  countNumbers(filter: Filter, groups: readonly ChosenGroup[]): Uint32Array
}

/** The panel of some choices of other groups than brands: of all products together, and the numbers of each brand. */
interface CachedPanels {
  ofAll: PanelCounts | null
  /** By the number of the brand. */
  readonly ofBrand: (Uint32Array | undefined)[]
}

/**
 * Panels that were counted, kept until a product moves. A product has one brand, so the numbers of several brands are
 * the sums of those of each: however visitors combine brands, few different panels are kept. A panel takes some 6
 * microseconds with them, whether of 100,000 products or of 1,000, where counting it takes 60. The numbers of one brand
 * cost as much as a panel, so they are made only when the other choices are asked for again.
 */
export class PanelCache {
  readonly #sets: ProductSets
  readonly #counting: PanelCounting
  /** By what is chosen beside brands. */
  readonly #kept = new VersionedCache<string, CachedPanels>(MAX_BYTES)
  /** Room for the sums of one call. */
  #sums = new Uint32Array(0)

  constructor(sets: ProductSets, counting: PanelCounting) {
    this.#sets = sets
    this.#counting = counting
  }

  /** The panel of these choices, of which the numbers are valid until the next call; null when it must be counted. */
  find(groups: readonly ChosenGroup[]): PanelCounts | null {
    const chosen = chosenIn(groups)
    const kept = chosen === null ? null : this.#under(chosen.key)
    if (chosen === null || kept === null) return null
    const others = chosen.brands === null ? groups : groups.filter(({ bit }) => bit !== BRAND)
    const ofAll = (kept.ofAll ??= this.#countAll(others))
    if (chosen.brands === null) return ofAll
    const parts = this.#ofBrands(chosen.brands.numbersIn(this.#sets.brands), kept.ofBrand, others)
    if (parts === null) return null
    return { numbers: this.#sumOf(parts, ofAll.numbers.length), brands: ofAll.brands, occurring: ofAll.occurring }
  }

  /** Null when it is asked for the first time. */
  #under(key: string): CachedPanels | null {
    this.#kept.useFor(this.#sets.version)
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    this.#kept.set(key, { ofAll: null, ofBrand: [] }, 2 * key.length + BYTES_BESIDE)
    return null
  }

  #countAll(others: readonly ChosenGroup[]): PanelCounts {
    const { numbers, brands, occurring } = this.#counting.count([], others)
    this.#kept.addSize(numbers.byteLength + occurring.byteLength + brands.length * BYTES_PER_BRAND + BYTES_BESIDE)
    return { numbers: numbers.slice(), brands, occurring: occurring.slice() }
  }

  /** The numbers of each of these brands; null when not all are kept. */
  #ofBrands(
    brands: readonly number[],
    known: CachedPanels['ofBrand'],
    others: readonly ChosenGroup[],
  ): readonly Uint32Array[] | null {
    const parts: Uint32Array[] = []
    let made = 0
    for (const brand of brands) {
      let part = known[brand]
      if (part === undefined) {
        if (made++ === MAX_MADE) return null
        const own = this.#sets.brands.ownSetOf(brand)
        // The products of a rare brand would have to be looked for.
        if (own === null) return null
        part = this.#counting.countNumbers([own], others).slice()
        this.#kept.addSize(part.byteLength + BYTES_BESIDE)
        known[brand] = part
      }
      parts.push(part)
    }
    return parts
  }

  #sumOf(parts: readonly Uint32Array[], length: number): Uint32Array {
    if (this.#sums.length !== length) this.#sums = new Uint32Array(length)
    const sums = this.#sums
    sums.fill(0)
    for (const part of parts) for (let i = 0; i < length; i++) sums[i] = (sums[i] as number) + (part[i] as number)
    return sums
  }
}
