import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PrivacyRequest } from '../../domain/privacy-request.ts'
import { privacyRequestChanged, privacyRequestFulfilled } from '../../events.ts'

/** A request with a proved address that is still to be done. */
export type DueRequest = PrivacyRequest & { readonly email: string }

/** Does what a request is for. */
export type Fulfill = (request: DueRequest) => Promise<void>

/** Publishes that a request is fulfilled. @param linkToken opens the export */
export async function publishFulfilled(
  events: Pick<EventBus, 'publish'>,
  tx: Transaction,
  request: DueRequest,
  linkToken?: string,
): Promise<void> {
  const { reference, requestType, firstName, lastName, email } = request
  const payload = { reference, requestType, person: { firstName, lastName, email } }
  await events.publish(tx, privacyRequestFulfilled, { ...payload, ...(linkToken === undefined ? {} : { linkToken }) })
  await events.publish(tx, privacyRequestChanged, { reference })
}
