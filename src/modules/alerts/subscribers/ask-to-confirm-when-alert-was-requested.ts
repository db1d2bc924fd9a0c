import type { EventBus } from '#platform/events/event-bus'
import { alertRequested } from '../events.ts'
import type { AskToConfirm } from '../use-cases/ask-to-confirm.ts'

/** Asks by mail whether somebody wants to hear of a product. */
export function askToConfirmWhenAlertWasRequested(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly askToConfirm: AskToConfirm
}): void {
  deps.events.subscribe(alertRequested, 'ask-to-confirm-when-alert-was-requested', {
    queue: 'urgent-mail',
    handle: deps.askToConfirm,
  })
}
