import type { Product, ProductContent, ProductEdit } from '#modules/catalog'
import type { OrdersModule } from '#modules/orders'
import type { Transaction } from '#platform/database/database'
import type { FailedJob, QueueFigures } from '#platform/jobs/jobs'
import type { PersonalTraces } from '#platform/personal-traces'
import type { AuditEntry, AuditNote } from './audit/domain/audit.ts'
import type { InboxChange, Message, ReceivedMessage } from './inbox/domain/message.ts'
import type { StaffSession } from './staff/domain/staff-session.ts'
import type { ProductImport } from './imports/import.ts'
import type { ImportsService } from './imports/imports.ts'
import type { InboxEntry, InboxQuery } from './inbox/use-cases/manage-inbox.ts'
import type { Summary } from './figures/summarize.ts'

export type { AuditEntry, AuditNote } from './audit/domain/audit.ts'
export type { InboxChange, Message, ReceivedMessage } from './inbox/domain/message.ts'
export type { StaffSession } from './staff/domain/staff-session.ts'
export type { ProductImport } from './imports/import.ts'
export type { ImportsService, ShownRow } from './imports/imports.ts'
export type { InboxEntry, InboxQuery } from './inbox/use-cases/manage-inbox.ts'
export type { Summary } from './figures/summarize.ts'

/** What the shop's own people do, and what is written down of it. `address` is the network address that it came from. */
export interface AdminModule {
  /** Opens a session for 24 hours. Every wrong password takes the same time. @throws WrongStaffPassword */
  openSession(input: {
    readonly password: string
    readonly address: string
  }): Promise<{ readonly token: string; readonly expiresAt: Date }>
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
  /** Writes uploaded pictures into the log, and has those cleared away that nothing has shown for 120 days. */
  notePictures(count: number, address: string): Promise<void>
  /** Price lists. */
  readonly imports: ImportsService
  /** A line of the log for a step of an import, to go along with it. */
  noteImport(action: string, address: string): (tx: Transaction, found: ProductImport) => Promise<void>
  /** The dashboard in figures. @param days so many UTC days until today; null for all time */
  summarise(days: number | null): Promise<Summary>
  /** What waits, runs and failed in the background, and how many processes work on it. */
  listQueues(): Promise<{
    readonly queues: readonly QueueFigures[]
    readonly failed: readonly FailedJob[]
    readonly workersAlive: number
  }>
  /** Gives a failed job all its tries again. @throws AppError `not-found` when no failed job has this id */
  runJobAgain(id: string, address: string): Promise<void>
  /** Has a job move an order, and writes it into the log. @returns the job's id @throws OrderNotFound @throws OrderCannotMove */
  moveOrder(move: Parameters<OrdersModule['requestMove']>[0], address: string): Promise<string>
  /** Stores a form of a visitor and has it acknowledged; when this answers, it cannot get lost. */
  receiveMessage(message: ReceivedMessage): Promise<Message>
  /** Messages and privacy requests, newest first, and how many match over all pages. */
  listInbox(query: InboxQuery): Promise<{ readonly entries: readonly InboxEntry[]; readonly total: number }>
  /** Assigns, notes, answers or closes an entry by its reference. @throws AppError `not-found` */
  changeInboxEntry(reference: string, change: InboxChange, address: string): Promise<InboxEntry>
  /** The messages of one person, for privacy requests: all of them, and the person taken out of them. */
  readonly personal: {
    list(person: { readonly email: string }): Promise<readonly Message[]>
    /** Also out of messages with nothing but a phone number, out of the staff log and out of what imports say. */
    forget(person: { readonly email: string; readonly traces: PersonalTraces }): Promise<void>
  }
  /** Writes a line into the staff log, inside the caller's transaction where there is one. */
  audit(note: AuditNote, tx?: Transaction): Promise<void>
  /** The staff log, newest first, and how many lines match; every word of `search` must be one of the line's. */
  listAudit(query: { readonly search?: string; readonly limit: number; readonly offset: number }): Promise<{
    readonly entries: readonly AuditEntry[]
    readonly total: number
  }>
  /** The whole staff log, or what the search finds of it, as CSV, piece by piece. */
  exportAudit(search: string): AsyncIterable<string>
}

export { createAdminModule } from './admin.module.ts'
