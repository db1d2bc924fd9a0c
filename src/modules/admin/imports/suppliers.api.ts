import type { Actor } from '../audit/audit.api.ts'
import type { Supplier } from './supplier.ts'
import type { SupplierRules } from './supplier-terms.ts'

/** A supplier, and how many products are on their list. */
export interface ListedSupplier extends Supplier {
  readonly products: number
}

/** Who sends price lists, and how the shop deals with what they send (design, section 15). */
export interface Suppliers {
  /** By name. */
  list(): Promise<readonly ListedSupplier[]>
  /** @throws SupplierNameTaken @throws TooManySuppliers */
  create(rules: SupplierRules, by: Actor): Promise<ListedSupplier>
  /** From the next list on. @throws SupplierNotFound @throws SupplierNameTaken */
  change(id: string, rules: SupplierRules, by: Actor): Promise<ListedSupplier>
  /** Their products stay; the shop forgets that they came from them. @throws SupplierNotFound */
  remove(id: string, by: Actor): Promise<void>
}
