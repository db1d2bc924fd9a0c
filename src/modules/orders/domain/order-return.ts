import type { OrderPart } from './order-part.ts'

export const RETURN_REASONS = [
  'defective',
  'damaged',
  'wrong-item',
  'not-as-described',
  'changed-mind',
  'other',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export const RETURN_STATUSES = ['requested', 'approved', 'received', 'refunded', 'declined', 'withdrawn'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

/** Pieces of one line that come back. */
export interface ReturnedLine {
  /** 1 is the order's first line. */
  readonly lineNumber: number
  readonly quantity: number
  readonly reason: ReturnReason
  /** The customer says that the seal is intact: it may come back for longer. */
  readonly isUnopened: boolean
}

/** A step that a return has taken. */
export interface ReturnStep {
  readonly status: ReturnStatus
  readonly at: Date
  /** What staff wrote to the customer with it. */
  readonly message: string | null
}

/** What a customer sends back of an order, or wants to. */
export interface OrderReturn {
  /** The same key is the same return, however often it is sent. Missing where none was sent. */
  readonly key?: string | null
  /** Shown as RMA-100001. */
  readonly number: number
  readonly status: ReturnStatus
  readonly lines: readonly ReturnedLine[]
  /** What the customer wrote. */
  readonly note: string | null
  readonly steps: readonly ReturnStep[]
  /** What was refunded; null until then. */
  readonly refundCents: number | null
  /** What each line and the shipping got of it. */
  readonly parts?: readonly OrderPart[]
  /** The lines whose pieces went back in stock on receipt; missing where none did. */
  readonly restocked?: readonly number[]
}
