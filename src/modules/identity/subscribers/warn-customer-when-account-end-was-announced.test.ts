import { expect, it } from 'vitest'
import type { EventBus } from '#platform/events/event-bus'
import type { OutgoingMail } from '#platform/mail/mailer'
import { warnCustomerWhenAccountEndWasAnnounced } from './warn-customer-when-account-end-was-announced.ts'

type Handle = (payload: object, context: { readonly jobId: string }) => Promise<void>

it('the warning that an account ends must arrive, and names the day of it and the last sign-in', async () => {
  const sent: OutgoingMail[] = []
  let handle: Handle = async () => {}
  const events = {
    subscribe: (_event: unknown, _name: string, options: { readonly handle: Handle }) => void (handle = options.handle),
  } as unknown as Pick<EventBus, 'subscribe'>
  const mailer = { send: async (_jobId: string, mail: OutgoingMail) => sent.push(mail) > 0 }
  warnCustomerWhenAccountEndWasAnnounced({ events, mailer, links: { shop: 'https://shop.example' } })
  const customer = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
  const times = { lastLoginAt: new Date('2019-12-20T18:00:00Z'), endsAt: new Date('2026-12-23T18:00:00Z') }
  await handle({ userId: 'a customer', customer, ...times }, { jobId: 'a job' })
  expect(sent).toMatchObject([
    {
      to: { address: customer.email },
      onBehalfOf: 'a customer',
      mustArrive: true,
      subject: 'Your account will be deleted on December 23, 2026',
      text: expect.stringContaining('on December 20, 2019'),
    },
  ])
})
