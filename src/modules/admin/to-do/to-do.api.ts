/** What waits for a person of the shop, counted. */
export interface ToDo {
  readonly orders: {
    readonly pending: number
    readonly processing: number
    /** Large ones that stay pending until staff release them. */
    readonly awaitingRelease: number
    /** Those with returns that wait for staff. */
    readonly openReturns: number
  }
  /** `failed`: privacy requests that the shop could not fulfill. */
  readonly inbox: { readonly open: number; readonly late: number; readonly failed: number }
  /** The last price list that was imported, where rows of it failed. */
  readonly failedImport: { readonly id: string; readonly fileName: string; readonly failed: number } | null
  readonly outOfStock: number
  readonly failedJobs: number
  /** Mails that were held back in the last 24 hours. */
  readonly withheldMails: number
}

/** Counts what waits now. */
export type CountToDo = () => Promise<ToDo>
