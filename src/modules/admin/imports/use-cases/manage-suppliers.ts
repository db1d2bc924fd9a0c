import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import { changesBetween, type AuditLog } from '../../audit/audit.api.ts'
import { SupplierNotFound, TooManySuppliers } from '../errors.ts'
import { nextFetchOf } from '../fetching/begin-fetch.ts'
import type { ListFetchRepository } from '../persistence/list-fetch.repository.ts'
import type { ListSourceRepository } from '../persistence/list-source.repository.ts'
import { scheduleKey } from '../fetching/manage-sources.ts'
import type { SupplierProductsRepository } from '../persistence/supplier-products.repository.ts'
import type { SupplierRepository } from '../persistence/supplier.repository.ts'
import type { Supplier } from '../supplier.ts'
import { MAX_SUPPLIERS, type SupplierRules } from '../supplier-terms.ts'
import type { ListedSupplier, Suppliers } from '../suppliers.api.ts'

/** What staff decide about suppliers; each change is in the log. */
export function createManageSuppliers(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'endDaily'>
  readonly audit: Pick<AuditLog, 'record'>
  readonly suppliers: SupplierRepository
  readonly supplierProducts: Pick<SupplierProductsRepository, 'counts' | 'removeOfSupplier'>
  readonly sources: Pick<ListSourceRepository, 'list' | 'remove'>
  readonly fetches: Pick<ListFetchRepository, 'latest' | 'removeOfSupplier'>
}): Pick<Suppliers, 'list' | 'get' | 'create' | 'change' | 'remove'> {
  const { database, clock, jobs, audit, suppliers, supplierProducts, sources, fetches } = deps

  async function listed(found: readonly Supplier[]): Promise<readonly ListedSupplier[]> {
    const counts = await supplierProducts.counts(found.map(({ id }) => id))
    const bySupplier = new Map((await sources.list()).map((source) => [source.supplierId, source]))
    return Promise.all(
      found.map(async (supplier) => {
        const source = bySupplier.get(supplier.id) ?? null
        const [nextFetchAt, latestFetch] =
          source === null ? [null, null] : [nextFetchOf(source, clock.now()), await fetches.latest(supplier.id)]
        return { ...supplier, products: counts.get(supplier.id) ?? 0, source, nextFetchAt, latestFetch }
      }),
    )
  }

  async function get(id: string): Promise<Supplier> {
    const found = await suppliers.find(id)
    if (found === null) throw new SupplierNotFound()
    return found
  }

  return {
    list: async () => listed(await suppliers.list()),
    async get(id) {
      const supplier = await get(id)
      const [found] = await listed([supplier])
      return found ?? { ...supplier, ...NOTHING_YET }
    },
    async create(rules, by, note) {
      if ((await suppliers.count()) >= MAX_SUPPLIERS) throw new TooManySuppliers()
      const supplier: Supplier = { ...rules, id: randomUUID(), reading: null, createdAt: clock.now(), version: 0 }
      await database.transaction(async (tx) => {
        await suppliers.insert(tx, supplier)
        const changes = changesBetween({}, logged(rules))
        await audit.record(tx, { action: 'supplier.created', subject: subjectOf(rules), by, changes })
        await note?.(tx, supplier.id)
      })
      return { ...supplier, ...NOTHING_YET }
    },
    async change(id, rules, by, seenVersion) {
      const before = await get(id)
      const changed = await database.transaction(async (tx) => {
        await suppliers.raiseVersion(tx, id, seenVersion)
        const after = await suppliers.change(tx, id, rules)
        if (after === null) throw new SupplierNotFound()
        const changes = changesBetween(logged(before), logged(after))
        await audit.record(tx, { action: 'supplier.changed', subject: subjectOf(after), by, changes })
        return after
      })
      const [after] = await listed([changed])
      return after ?? { ...changed, ...NOTHING_YET }
    },
    async remove(id, by) {
      const before = await get(id)
      await supplierProducts.removeOfSupplier(id)
      await database.transaction(async (tx) => {
        await suppliers.remove(tx, id)
        // An import may have noted some more.
        await supplierProducts.removeOfSupplier(id, tx)
        await sources.remove(tx, id)
        await jobs.endDaily(tx, scheduleKey(id))
        await fetches.removeOfSupplier(tx, id)
        await audit.record(tx, { action: 'supplier.deleted', subject: subjectOf(before), by })
      })
    },
  }
}

const NOTHING_YET = { products: 0, source: null, nextFetchAt: null, latestFetch: null } as const

function subjectOf({ name }: SupplierRules): string {
  return `supplier ${name}`
}

function logged({ name, key, priceRule, whenLeft }: SupplierRules): Record<string, unknown> {
  return { name, key, priceRule: priceRule === null ? null : JSON.stringify(priceRule), whenLeft }
}
