import { expect, it } from 'vitest'
import type { EventBus } from '#platform/events/event-bus'
import type { OutgoingMail } from '#platform/mail/mailer'
import { warnCustomerWhenPasswordWasChanged } from './warn-customer-when-password-was-changed.ts'

type Handle = (payload: object, context: { readonly jobId: string }) => Promise<void>

it('the warning of a new password must arrive, however many mails its address got', async () => {
  const sent: OutgoingMail[] = []
  let handle: Handle = async () => {}
  const events = {
    subscribe: (_event: unknown, _name: string, options: { readonly handle: Handle }) => void (handle = options.handle),
  } as unknown as Pick<EventBus, 'subscribe'>
  const mailer = { send: async (_jobId: string, mail: OutgoingMail) => sent.push(mail) > 0 }
  warnCustomerWhenPasswordWasChanged({ events, mailer, links: { shop: 'https://shop.example' } })
  const customer = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
  await handle({ userId: 'a customer', customer }, { jobId: 'a job' })
  expect(sent).toMatchObject([{ to: { address: customer.email }, onBehalfOf: 'a customer', mustArrive: true }])
})
