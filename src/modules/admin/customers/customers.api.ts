import type { Actor } from '../audit/audit.api.ts'

/** What staff do for one customer's account. */
export interface Customers {
  /**
   * Signs a customer out everywhere, with a line in the log. Resolves to how many sessions ended.
   * @throws CustomerNotFound
   */
  endSessions(customerId: string, by: Actor): Promise<number>
}
