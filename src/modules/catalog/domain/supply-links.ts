import { costPerPageOf, type CostPerPage } from './cost-per-page.ts'
import { modelsOf } from './models.ts'
import type { Product } from './product.ts'

/** The category of ink, toner, ribbons, labels and paper. */
export const SUPPLIES = 'supplies'
/** How many partners of one product are linked: those with the lowest numbers. */
const MAX_LINKS = 100

/** A product as far as it decides what fits what. */
export type LinkedProduct = Pick<
  Product,
  'id' | 'sku' | 'name' | 'brand' | 'category' | 'priceCents' | 'fits' | 'pageYield' | 'supplyColor'
>

/** What decides which supplies name a product, and which products a supply names. */
export type NamedProduct = Pick<Product, 'sku' | 'name' | 'brand' | 'category' | 'fits'>

/** What follows from the supplies that fit; it is stored with the product, so that nobody has to search for it. */
export interface SupplyLinks {
  readonly linkedIds: readonly number[]
  readonly costPerPage: CostPerPage | null
}

const DECIDING = ['sku', 'name', 'brand', 'category', 'priceCents', 'fits', 'pageYield', 'supplyColor'] as const

/** Whether an edit of these fields may change what fits what, or what a page costs. */
export function decidesLinks(edit: object): boolean {
  return DECIDING.some((field) => field in edit)
}

export const isSupply = ({ category }: Pick<Product, 'category'>): boolean => category === SUPPLIES

/** How supplies may name a product: by its SKU, by its name, or by its name without the brand. */
export function modelNamesOf({ sku, name, brand }: Pick<Product, 'sku' | 'name' | 'brand'>): readonly string[] {
  const short = brand !== '' && name.startsWith(`${brand} `) ? [name.slice(brand.length + 1)] : []
  return [...(sku === null ? [] : [sku]), name, ...short]
}

/** The SKUs and names that a supply may mean; a model without a brand is one of the supply's own brand. */
export function fittedNamesOf({ fits, brand }: Pick<Product, 'fits' | 'brand'>): readonly string[] {
  return brand === '' ? fits : fits.flatMap((model) => [model, `${brand} ${model}`])
}

/** The model, by its slug, by which one of these supplies names a machine; null when none does. */
export function fittedModel(
  machine: Pick<Product, 'sku' | 'name' | 'brand'>,
  supplies: readonly Pick<Product, 'fits' | 'brand'>[],
): string | null {
  const names = modelNamesOf(machine)
  for (const { fits, brand } of supplies)
    for (const text of fits)
      if (fittedNamesOf({ fits: [text], brand }).some((name) => names.includes(name)))
        return modelsOf({ fits: [text], brand })[0]?.slug ?? null
  return null
}

/**
 * Which of these products belong together, and what a page of each costs.
 * @param products all partners of those whose links are wanted
 */
export function linksAmong(products: readonly LinkedProduct[]): ReadonlyMap<number, SupplyLinks> {
  const ordered = products.toSorted((one, other) => one.id - other.id)
  const machines = ordered.filter((product) => !isSupply(product))
  const byName = new Map<string, LinkedProduct[]>()
  for (const machine of machines)
    for (const name of machine.sku === null ? [machine.name] : [machine.sku, machine.name])
      byName.set(name, [...(byName.get(name) ?? []), machine])

  const partners = new Map<number, Set<LinkedProduct>>()
  const link = (to: LinkedProduct, partner: LinkedProduct) =>
    partners.set(to.id, (partners.get(to.id) ?? new Set<LinkedProduct>()).add(partner))
  for (const supply of ordered.filter(isSupply)) {
    for (const machine of fittedNamesOf(supply).flatMap((name) => byName.get(name) ?? [])) {
      link(supply, machine)
      link(machine, supply)
    }
  }
  const links = new Map<number, SupplyLinks>()
  for (const product of products) links.set(product.id, linksTo(product, partners.get(product.id)))
  return links
}

/** What most products have. */
const NO_LINKS: SupplyLinks = { linkedIds: [], costPerPage: null }

function linksTo(product: LinkedProduct, partners: ReadonlySet<LinkedProduct> | undefined): SupplyLinks {
  if (partners === undefined) return NO_LINKS
  const kept = [...partners].toSorted((one, other) => one.id - other.id).slice(0, MAX_LINKS)
  return {
    linkedIds: kept.map(({ id }) => id),
    costPerPage: isSupply(product) ? null : costPerPageOf(kept),
  }
}
