/** A viewer of live order updates: whose orders they may see, and by which session. */
export interface StreamViewer {
  readonly customerId: string
  readonly sessionId: string
}
