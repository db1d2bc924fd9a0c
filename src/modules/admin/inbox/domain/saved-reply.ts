/** A named text that staff put into replies. */
export interface SavedReply {
  readonly id: string
  readonly name: string
  /** With placeholders such as {name}, which the page fills in. */
  readonly text: string
  /** How often it was changed. */
  readonly version: number
  readonly changedAt: Date
  /** The member of staff who wrote or changed it last. */
  readonly changedBy: string
}

/** More of them are harder to find than to write. */
export const MAX_SAVED_REPLIES = 100
