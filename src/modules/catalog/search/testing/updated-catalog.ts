import { vi } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { patient } from '../../../../testing/patience.ts'
import type { Product } from '../../domain/product.ts'
import { aProduct, plainEncoder } from '../../testing/product-builder.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import { ProductTexts } from '../disk/product-texts.ts'
import type { TextFile } from '../disk/text-file.ts'
import { createCatalogPasses } from '../updates/catalog-passes.ts'
import { createReadModel } from '../updates/read-model.ts'
import { createIndexUpdater } from '../updates/index-updater.ts'
import { createReadersWait } from '../updates/readers-wait.ts'
import { createRetries } from '../updates/retries.ts'

const logger = createLogger('silent')

/** A database that records its reads and can be unreachable. */
export function aStore(count: number) {
  const stored = new Map<number, { product: Product; changedAt: number; reviewsChangedAt: number }>()
  const deleted = new Map<number, number>()
  const store = {
    /** Ids that were read, 'all' for a read of everything. */
    reads: [] as (readonly number[] | 'all')[],
    isAway: false,
    /** Called before each read; what it waits for, the read waits for. */
    beforeRead: async () => {},
    write(product: Product) {
      vi.advanceTimersByTime(1)
      stored.set(product.id, { product, changedAt: Date.now(), reviewsChangedAt: 0 })
    },
    remove(id: number) {
      vi.advanceTimersByTime(1)
      stored.delete(id)
      deleted.set(id, Date.now())
    },
    async *readAll() {
      store.reads.push('all')
      await store.beforeRead()
      if (store.isAway) throw new Error('away')
      yield [...stored.values()]
    },
    async findMany(ids: readonly number[]) {
      store.reads.push(ids)
      const found = ids.flatMap((id) => stored.get(id) ?? [])
      await store.beforeRead()
      if (store.isAway) throw new Error('away')
      return found
    },
    async *listChanges(sinceMs: number) {
      if (store.isAway) throw new Error('away')
      yield [...stored.values()]
        .filter(({ changedAt }) => changedAt >= sinceMs - 1000)
        .map(({ product, changedAt }) => ({ id: product.id, changedAt }))
      yield [...deleted.keys()].map((id) => ({ id, changedAt: null }))
    },
  }
  for (let id = 1; id <= count; id++) store.write(aProduct({ id }))
  return store
}

/** Waits until a check no longer throws, while fake timers go on: applying hundreds of products takes its time. */
export function until(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, patient(5000))
}

/** All that keeps an index up to date with a store, and what lists show of it. */
export function anUpdater(store: ReturnType<typeof aStore>, file: TextFile | null = null) {
  const changes = new ChangeCounts()
  const newTexts = () => new ProductTexts({ encoder: plainEncoder, file, logger })
  const readersWait = createReadersWait()
  const retries = createRetries(logger)
  const readModel = createReadModel({ products: store, changes, readersWait, newTexts, onChange: () => {} })
  const passes = createCatalogPasses({ products: store, readModel, retries })
  const updater = createIndexUpdater({ readModel, readersWait, retries, resync: passes.resync })
  const list = async () => {
    await updater.awaited
    return readModel.current.index.list({ sort: 'name', limit: 1000, offset: 0 }).ids
  }
  const inStock = () => readModel.current.index.list({ inStock: true, sort: 'name', limit: 1000, offset: 0 }).ids
  return {
    ...passes,
    ...updater,
    encode: readModel.encode,
    exclusively: readModel.exclusively,
    readAgain: readModel.readAgain,
    restore: readModel.restore,
    close() {
      retries.close()
      return readModel.close()
    },
    get current() {
      return readModel.current
    },
    changes,
    list,
    inStock,
  }
}
