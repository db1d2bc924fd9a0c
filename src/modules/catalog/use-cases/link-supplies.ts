import { isDeepStrictEqual } from 'node:util'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { linksAmong, type SupplyLinks } from '../domain/supply-links.ts'
import { productsChanged } from '../events.ts'
import type { StoredLinks, SupplyLinkRepository } from '../persistence/supply-link.repository.ts'
import type { NewProducts } from './new-products.ts'

const AT_ONCE = 500

/**
 * Brings what is stored about these products and their partners up to date: which supplies fit, and what a page costs.
 * Products of these that are gone are taken out of the links of others. Run twice, it does nothing the second time.
 * @param which `new` only right after all of them were created: then what this process has written is asked first
 */
export type LinkSupplies = (productIds: readonly number[], which: 'new' | 'any') => Promise<void>

export function createLinkSupplies(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly links: SupplyLinkRepository
  readonly newProducts: Pick<NewProducts, 'take'>
}): LinkSupplies {
  const { database, events, links, newProducts } = deps

  /**
   * Whether these are new products without a partner. They are taken as they were written: an edit since then has a job
   * of its own, which must not ask this, and so has a partner that is committed after this question, whose job finds the
   * product.
   */
  async function areAlone(ids: readonly number[]): Promise<boolean> {
    const products = newProducts.take(ids)
    return products !== null && (await links.findNamed(null, products)).length === 0
  }

  async function link(tx: Transaction, ids: readonly number[]): Promise<void> {
    const changed = await links.findMany(tx, ids)
    const named = await links.findNamed(tx, productsOf(changed))
    const touched = byId([...changed, ...(await links.findLinkedTo(tx, ids)), ...named])
    // Most products of a price list have no partner, and are asked for once.
    const partners = touched.size === changed.length ? named : await links.findNamed(tx, productsOf(touched.values()))
    const now = linksAmong(productsOf(byId([...touched.values(), ...partners]).values()))
    const other = new Map<number, SupplyLinks>()
    for (const [id, stored] of touched) {
      const worked = now.get(id)
      if (worked !== undefined && !areSame(worked, stored.links)) other.set(id, worked)
    }
    if (other.size === 0) return
    await links.setLinks(tx, other)
    await events.publish(tx, productsChanged, { productIds: [...other.keys()] })
  }

  return async function linkSupplies(productIds, which) {
    for (let i = 0; i < productIds.length; i += AT_ONCE) {
      const ids = productIds.slice(i, i + AT_ONCE)
      if (which === 'any' || !(await areAlone(ids))) await database.transaction((tx) => link(tx, ids))
    }
  }
}

function byId(found: readonly StoredLinks[]): ReadonlyMap<number, StoredLinks> {
  return new Map(found.map((stored) => [stored.product.id, stored]))
}

function productsOf(stored: Iterable<StoredLinks>) {
  return [...stored].map(({ product }) => product)
}

/** Most products of a price list have no links, and comparing objects in depth takes longer than working them out. */
function areSame(one: SupplyLinks, other: SupplyLinks): boolean {
  if (one.linkedIds.length === 0 && other.linkedIds.length === 0 && one.costPerPage === other.costPerPage) return true
  return isDeepStrictEqual(one, other)
}
