import type { AuditLog } from '../../audit/audit.api.ts'
import type { ChangeHistory } from '../../product-changes/product-changes.api.ts'

/** Fields that the log names as the form does. */
const NAMES: Readonly<Record<string, string>> = { price: 'priceCents', originalPrice: 'originalPriceCents' }

/**
 * What people have made of products: an undo of what was made before leaves it, also where it is the very value that was
 * there before. Nothing takes it back.
 */
export function createEditHistory(audit: Pick<AuditLog, 'listSince'>): ChangeHistory {
  return {
    async findStanding(tx, productIds, after) {
      const idOf = new Map(productIds.map((id) => [`product ${id}`, id]))
      const entries = await audit.listSince(tx, { action: 'product.updated', subjects: [...idOf.keys()], after })
      return entries.flatMap(({ id, at, subject, changes }) => {
        const productId = idOf.get(subject ?? '')
        if (productId === undefined) return []
        const named = changes.map((change) => ({ ...change, field: NAMES[change.field] ?? change.field }))
        return [{ productId, outcome: 'updated' as const, changes: named, mark: '', madeBy: id, madeAt: at }]
      })
    },
    findKept: async () => [],
    takeBack: async () => {},
  }
}
