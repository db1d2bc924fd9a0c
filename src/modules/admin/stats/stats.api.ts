import type { CatalogStats } from '#modules/catalog'
import type { Sales } from './sales.ts'

/** The numbers of the dashboard (specification 2, section 2). */
export interface Summary {
  readonly sales: Sales
  readonly catalog: CatalogStats
  /** Orders that wait for staff to release them. */
  readonly awaitingRelease: number
  /** Orders with returns that wait for staff. */
  readonly openReturns: number
}

/** The figures of the dashboard, at most 5 seconds old; the best sellers of more than 31 days ten minutes. */
export interface Stats {
  /** @param days how many days until today, by the shop's clock; null for all time */
  summarize(days: number | null): Promise<Summary>
}
