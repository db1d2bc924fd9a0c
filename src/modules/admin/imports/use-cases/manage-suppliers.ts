import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { changesBetween, type AuditLog } from '../../audit/audit.api.ts'
import { SupplierNotFound, TooManySuppliers } from '../errors.ts'
import type { SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import type { Supplier } from '../supplier.ts'
import { MAX_SUPPLIERS, type SupplierRules } from '../supplier-terms.ts'
import type { ListedSupplier, Suppliers } from '../suppliers.api.ts'

/** What staff decide about suppliers; each change is in the log. */
export function createManageSuppliers(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly suppliers: SupplierRepository
  readonly supplierProducts: Pick<SupplierProductsRepository, 'counts' | 'removeOfSupplier'>
}): Suppliers {
  const { database, clock, audit, suppliers, supplierProducts } = deps

  async function withCounts(found: readonly Supplier[]): Promise<readonly ListedSupplier[]> {
    const counts = await supplierProducts.counts(found.map(({ id }) => id))
    return found.map((supplier) => ({ ...supplier, products: counts.get(supplier.id) ?? 0 }))
  }

  async function get(id: string): Promise<Supplier> {
    const found = await suppliers.find(id)
    if (found === null) throw new SupplierNotFound()
    return found
  }

  return {
    list: async () => withCounts(await suppliers.list()),
    async create(rules, by) {
      if ((await suppliers.count()) >= MAX_SUPPLIERS) throw new TooManySuppliers()
      const supplier: Supplier = { ...rules, id: randomUUID(), reading: null, createdAt: clock.now() }
      await database.transaction(async (tx) => {
        await suppliers.insert(tx, supplier)
        const changes = changesBetween({}, logged(rules))
        await audit.record(tx, { action: 'supplier.created', subject: subjectOf(rules), by, changes })
      })
      return { ...supplier, products: 0 }
    },
    async change(id, rules, by) {
      const before = await get(id)
      const changed = await database.transaction(async (tx) => {
        const after = await suppliers.change(tx, id, rules)
        if (after === null) throw new SupplierNotFound()
        const changes = changesBetween(logged(before), logged(after))
        await audit.record(tx, { action: 'supplier.changed', subject: subjectOf(after), by, changes })
        return after
      })
      const [listed] = await withCounts([changed])
      return listed ?? { ...changed, products: 0 }
    },
    async remove(id, by) {
      const before = await get(id)
      await database.transaction(async (tx) => {
        await suppliers.remove(tx, id)
        await supplierProducts.removeOfSupplier(tx, id)
        await audit.record(tx, { action: 'supplier.deleted', subject: subjectOf(before), by })
      })
    },
  }
}

function subjectOf({ name }: SupplierRules): string {
  return `supplier ${name}`
}

function logged({ name, key, priceRule, whenLeft }: SupplierRules): Record<string, unknown> {
  return { name, key, priceRule: priceRule === null ? null : JSON.stringify(priceRule), whenLeft }
}
