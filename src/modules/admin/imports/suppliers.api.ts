import type { NoteMade } from '#platform/database/repeatable-calls'
import type { Actor } from '../audit/audit.api.ts'
import type { ListFetch, ListSource, SourceSettings } from './fetching/list-source.ts'
import type { Supplier } from './supplier.ts'
import type { SupplierRules } from './supplier-terms.ts'

export type { ListFetch } from './fetching/list-source.ts'

/** A supplier, how many products are on their list, and where it is fetched. */
export interface ListedSupplier extends Supplier {
  readonly products: number
  /** Null when their lists are sent by hand alone. */
  readonly source: ListSource | null
  /** Null while it does not come by itself. */
  readonly nextFetchAt: Date | null
  readonly latestFetch: ListFetch | null
}

/** Where a product comes from, as far as price lists tell. */
export interface ProductLists {
  /** By name. */
  readonly suppliers: readonly {
    readonly id: string
    readonly name: string
    /** Whether it left their list and was sold out for that. */
    readonly hasLeft: boolean
  }[]
  /** The last list of 90 days that created or changed it and was not undone; null when there is none. */
  readonly latest: {
    readonly importId: string
    readonly fileName: string
    readonly supplierName: string | null
    readonly at: Date
  } | null
}

/** Who sends price lists, and how the shop deals with what they send. */
export interface Suppliers {
  /** By name. */
  list(): Promise<readonly ListedSupplier[]>
  /** @throws SupplierNotFound */
  get(id: string): Promise<ListedSupplier>
  /** @throws SupplierNameTaken @throws TooManySuppliers */
  create(rules: SupplierRules, by: Actor, note?: NoteMade): Promise<ListedSupplier>
  /**
   * From the next list on.
   * @param seenVersion the version that staff saw; absent: whatever it is by now
   * @throws SupplierNotFound @throws SupplierNameTaken @throws SupplierChanged
   */
  change(id: string, rules: SupplierRules, by: Actor, seenVersion?: number): Promise<ListedSupplier>
  /** Their products stay; the shop forgets that they came from them. @throws SupplierNotFound */
  remove(id: string, by: Actor): Promise<void>
  /**
   * Says where a supplier's list is, and when it is fetched.
   * @param source.secret the password or token of the sign-in; null keeps the former one, which only the same server
   * gets
   * @param seenVersion the supplier's version that staff saw; absent: whatever it is by now
   * @throws SupplierNotFound @throws SourceSecretMissing @throws SupplierChanged
   */
  setSource(
    id: string,
    source: { readonly settings: SourceSettings; readonly secret: string | null },
    by: Actor,
    seenVersion?: number,
  ): Promise<void>
  /** Fetches the list now. @throws SupplierNotFound @throws NoListSource @throws FetchUnderWay */
  fetchNow(id: string, by: Actor): Promise<ListFetch>
  /** The newest first. @throws SupplierNotFound */
  fetches(id: string): Promise<readonly ListFetch[]>
  /** Whose lists have a product, and the last list that changed it. */
  listsOfProduct(productId: number): Promise<ProductLists>
  /** Who can get a mail with what became of a list. */
  mailRecipients(): Promise<readonly { readonly id: string; readonly name: string }[]>
}
