import type { Product, ProductContent, ProductEdit } from '#modules/catalog'
import type { Transaction } from '#platform/database/database'
import type { AuditEntry, AuditNote } from './domain/audit.ts'
import type { StaffSession } from './domain/staff-session.ts'
import type { ImportsService } from './imports/imports.ts'

export type { AuditChange, AuditEntry, AuditNote } from './domain/audit.ts'
export type { StaffSession } from './domain/staff-session.ts'
export type { ProductImport } from './imports/import.ts'
export type { ImportsService, ShownRow } from './imports/imports.ts'

/** What the shop's own people do, and what is written down of it. `address` is the network address that it came from. */
export interface AdminModule {
  /** Opens a session for 24 hours. Every wrong password takes the same time. @throws WrongStaffPassword */
  openSession(input: { readonly password: string; readonly address: string }): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** The open session of a token; null when it was closed, is over or never existed. */
  findSession(token: string): Promise<StaffSession | null>
  /** Ends a session; nothing happens when there is none. */
  closeSession(input: { readonly token: string; readonly address: string }): Promise<void>
  /** Adds a product. @throws SkuTaken */
  createProduct(content: ProductContent, address: string): Promise<Product>
  /** Changes what was sent of a product. @throws ProductNotFound @throws EditedMeanwhile @throws StockChanged @throws SkuTaken */
  updateProduct(id: number, edit: ProductEdit, address: string): Promise<Product>
  /** Takes a product and its reviews out of the catalogue. @throws ProductNotFound */
  deleteProduct(id: number, address: string): Promise<void>
  /** Price lists. */
  readonly imports: ImportsService
  /** Writes a line into the staff log, inside the caller's transaction where there is one. */
  audit(note: AuditNote, tx?: Transaction): Promise<void>
  /** The staff log, newest first, and how many lines match; every word of `search` must be one of the line's. */
  listAudit(query: { readonly search?: string; readonly limit: number; readonly offset: number }): Promise<{
    readonly entries: readonly AuditEntry[]
    readonly total: number
  }>
}

export { createAdminModule } from './admin.module.ts'
