import { expect, it } from 'vitest'
import type { EventBus } from '#platform/events/event-bus'
import type { OutgoingMail } from '#platform/mail/mailer'
import { warnOldAddressWhenEmailChangeWasRequested } from './warn-old-address-when-email-change-was-requested.ts'

type Handle = (payload: object, context: { readonly jobId: string }) => Promise<void>

it.each([
  ['a link-token', true],
  [null, false],
])('the warning with the link %s counts as one to a proved address: %s', async (undoToken, isRecipientProved) => {
  const sent: OutgoingMail[] = []
  let handle: Handle = async () => {}
  const events = {
    subscribe: (_event: unknown, _name: string, options: { readonly handle: Handle }) => void (handle = options.handle),
  } as unknown as Pick<EventBus, 'subscribe'>
  const mailer = { send: async (_jobId: string, mail: OutgoingMail) => sent.push(mail) > 0 }
  warnOldAddressWhenEmailChangeWasRequested({ events, mailer, links: { shop: 'https://shop.example' } })
  const customer = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
  await handle({ userId: 'a customer', customer, undoToken }, { jobId: 'a job' })
  expect(sent).toMatchObject([{ to: { address: customer.email }, isRecipientProved, mustArrive: true }])
})
