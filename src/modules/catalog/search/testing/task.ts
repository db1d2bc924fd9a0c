import type { FinderAnswers } from '../../domain/finder.ts'
import type { FacetChoices } from '../../domain/product-facets.ts'
import type { ProductFilters, ProductSort } from '../../domain/product-query.ts'
import type { Product } from '../../domain/product.ts'

/** What a person would say of a product; each catalog of the tests says it in its own way. */
export type Trait =
  | 'machine'
  | 'prints'
  | 'office'
  | 'photo'
  | 'laser'
  | 'inkjet'
  | 'tanks'
  | 'color'
  | 'mono'
  | 'duplex'
  | 'scans'
  | 'copies'
  | 'faxes'
  | 'wifi'
  | 'ethernet'
  | 'bluetooth'
  | 'a3'
  | 'plans'
  | 'receipts'
  | 'labels'
  | 'scanner'
  | 'feeder'
  | '35ppm'
  | '50ppm'
  | 'film'
  | 'portable'
  | 'barcodes'
  | 'cordless'
  | 'till'
  | 'drawer'
  | 'ink'
  | 'toner'
  | 'supply'
  | 'paper'
  | 'black'
  | 'light'
  | 'mac'
  | 'iphone'
  | 'quiet'
  | 'borderless'
  | 'legal'
  | 'both-sides'
  | 'drum'
  | '4x6'
  | 'yellow'

export interface Described {
  readonly product: Product
  readonly traits: ReadonlySet<Trait>
}

/** Something that a buyer comes for, in the buyer's words. */
export interface Task {
  readonly search: string
  readonly isRight: (described: Described) => boolean
  /** Only the first result must be right, and no other right one may be cheaper, or print cheaper pages. */
  readonly least?: 'price' | 'page'
  /** What is pressed in the filter panel for the same, each value one press; category and sort are one each. */
  readonly panel?: ProductFilters & { readonly sort?: ProductSort }
  /** What is answered in the printer finder for the same; of several the first that something fits. */
  readonly finder?: Partial<FinderAnswers> | readonly Partial<FinderAnswers>[]
}

export const has =
  (...traits: readonly Trait[]) =>
  ({ traits: own }: Described) =>
    traits.every((trait) => own.has(trait))
export const named =
  (name: RegExp, ...traits: readonly Trait[]) =>
  (each: Described) =>
    has(...traits)(each) && name.test(each.product.name)
export const lacks =
  (...traits: readonly Trait[]) =>
  ({ traits: own }: Described) =>
    !traits.some((trait) => own.has(trait))
export const both =
  (...conditions: readonly Task['isRight'][]): Task['isRight'] =>
  (each) =>
    conditions.every((condition) => condition(each))
export const notBy =
  (brand: string): Task['isRight'] =>
  ({ product }) =>
    product.brand !== brand
export const upTo =
  (cents: number, ...traits: readonly Trait[]) =>
  (each: Described) =>
    has(...traits)(each) && each.product.priceCents <= cents
export const fitting =
  (model: string, ...traits: readonly Trait[]) =>
  (each: Described) =>
    has(...traits)(each) && each.product.fits.some((name) => name.toLowerCase().includes(model))
export const choosing = (choices: FacetChoices, filters: Task['panel'] = {}): Task['panel'] => ({ ...filters, choices })
