import { MINUTE_MS } from '#platform/time/durations'
import type { PriceRule, SupplierKey, WhenLeft } from '../supplier-terms.ts'

/** How the shop signs in where a supplier keeps their list. */
export type SourceSignIn = 'none' | 'password' | 'header'

/** Where a supplier's list can be fetched, as staff decide it. */
export interface SourceSettings {
  /** Begins with https:// */
  readonly url: string
  readonly signIn: SourceSignIn
  /** Who signs in, or the name of the header; empty without a sign-in. */
  readonly signInName: string
  /** Whether the list is fetched each day by itself. */
  readonly isOn: boolean
  /** "06:30", in the time zone of the shop. */
  readonly time: string
  /** The people who get a mail with the outcome, by id; "owner" is the shop's own address. */
  readonly mailTo: readonly string[]
}

/** The file that came last, by which the same one is known again. */
export interface SeenFile {
  readonly importId: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly checksum: string
  /** The rules that it was imported by: with others it is imported again. */
  readonly rules: { readonly key: SupplierKey; readonly priceRule: PriceRule | null; readonly whenLeft: WhenLeft }
}

export interface ListSource extends SourceSettings {
  readonly supplierId: string
  /** Sealed; null without a sign-in. */
  readonly sealedSecret: string | null
  readonly seen: SeenFile | null
}

/**
 * under-way → imported, unchanged (the same file as before), waits (for a person who looks at the import), or failed; a
 * run that waits is imported, or failed, when the person has decided.
 */
export type FetchState = 'under-way' | 'imported' | 'unchanged' | 'waits' | 'failed'

/** What an import did. */
export interface FetchCounts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly skipped: number
  readonly failed: number
  readonly left: number
}

/** One time that a supplier's list was fetched. */
export interface ListFetch {
  readonly id: string
  readonly supplierId: string
  /** Who pressed "Fetch now"; null for the schedule. */
  readonly by: { readonly id: string; readonly name: string } | null
  readonly state: FetchState
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly tries: number
  /** Why it failed or waits, what keeps the next try waiting, or why nothing was imported; a sentence for staff. */
  readonly problem: string | null
  readonly fileName: string | null
  readonly sizeBytes: number | null
  /** Null until a file came that could be stored. */
  readonly importId: string | null
  readonly counts: FetchCounts | null
  readonly mailedAt: Date | null
}

/** How often a fetch is tried, with pauses of about 5, 10 and 20 minutes. */
export const MAX_TRIES = 4
export const FIRST_PAUSE_MS = 5 * MINUTE_MS
/** Fetches are kept for so long, and the newest so many are shown. */
export const FETCHES_KEPT_DAYS = 90
export const FETCHES_SHOWN = 30
