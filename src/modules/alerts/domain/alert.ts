import { DAY_MS } from '#platform/time/durations'

/** What somebody wants to be told of a product: that it is in stock again, or that it costs less. */
export const ALERT_KINDS = ['back-in-stock', 'price-drop'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/**
 * unconfirmed: nobody has proved to read the address. open: waits. due: its mail is on its way. sent: the mail went out;
 * kept for a while, so that the link in the mail still leads somewhere. ended: nothing is written; kept for a while, so
 * that the link says so to who presses again because the answer was lost.
 */
export type AlertState = 'unconfirmed' | 'open' | 'due' | 'sent' | 'ended'

/** The request for one mail about one product. */
export interface Alert {
  readonly id: string
  readonly email: string
  /** The account that asked, which had proved this address; null for somebody without an account. */
  readonly customerId: string | null
  readonly productId: number
  readonly kind: AlertKind
  /** The product's price when it was asked for: a price drop is a lower one. */
  readonly priceCents: number
  readonly state: AlertState
  readonly requestedAt: Date
  /** It is deleted then. */
  readonly expiresAt: Date
}

/** What a product is offered for. */
export interface Offer {
  readonly inStock: boolean
  readonly priceCents: number
}

/** How many people wait for a product. */
export interface WaitingCount {
  readonly productId: number
  readonly kind: AlertKind
  readonly count: number
}

const DAYS: Readonly<Record<AlertState, number>> = { unconfirmed: 7, open: 365, due: 365, sent: 30, ended: 7 }

/** How many requests of one address wait at the same time. */
export const MAX_OPEN_ALERTS = 20

/** Until when a request that reaches a state now is kept. */
export function alertExpiryOf(state: AlertState, now: Date): Date {
  return new Date(now.getTime() + DAYS[state] * DAY_MS)
}

/** Whether the mail should go out: what cannot be bought now is worth none. */
export function isDue({ kind, priceCents }: Pick<Alert, 'kind' | 'priceCents'>, offer: Offer): boolean {
  if (!offer.inStock) return false
  return kind === 'back-in-stock' || offer.priceCents < priceCents
}
