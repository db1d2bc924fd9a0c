import type { Alert, WaitingCount } from './domain/alert.ts'
import type { AlertAnswers } from './use-cases/answer-alert.ts'
import type { OwnAlerts } from './use-cases/own-alerts.ts'
import type { AlertRequests } from './use-cases/request-alert.ts'

interface AlertPerson {
  readonly email: string
  readonly customerId: string | null
}

/** Mails that people ask for: once, when a product is back in stock or costs less. */
export interface AlertsModule extends AlertRequests {
  /** What the links in its mails open. */
  readonly answers: AlertAnswers
  /** What a signed-in customer waits for. */
  readonly own: OwnAlerts
  /** How many wait for each of these products; those that nobody waits for are left out. */
  countWaiting(productIds: readonly number[]): Promise<readonly WaitingCount[]>
  /** The requests of a person, for exports and deletions. */
  readonly personal: {
    list(person: AlertPerson): Promise<readonly Omit<Alert, 'id'>[]>
    /** @param person.ownedUntil until when the address was theirs; null or absent while no other account has it */
    erase(person: AlertPerson & { readonly ownedUntil?: Date | null }): Promise<void>
  }
}
