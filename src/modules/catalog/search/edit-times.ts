/** When a product was last edited. */
export interface EditTime {
  readonly id: number
  readonly updatedAt: Date
}

/** The products whose ids are greater than `afterId`, at most `limit` of them, in the order of their ids. */
export interface EditTimesQuery {
  readonly afterId: number
  readonly limit: number
}
