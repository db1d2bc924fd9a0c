import { expect, it } from 'vitest'
import type { EventBus } from '#platform/events/event-bus'
import type { OutgoingMail } from '#platform/mail/mailer'
import { warnOldAddressWhenEmailWasChanged } from './warn-old-address-when-email-was-changed.ts'

type Handle = (payload: object, context: { readonly jobId: string }) => Promise<void>

it.each([true, false])(
  'the warning of a new address must arrive at the old one, whether it was proved: %s',
  async (wasProved) => {
    const sent: OutgoingMail[] = []
    let handle: Handle = async () => {}
    const events = {
      subscribe: (_event: unknown, _name: string, options: { readonly handle: Handle }) =>
        void (handle = options.handle),
    } as unknown as Pick<EventBus, 'subscribe'>
    const mailer = { send: async (_jobId: string, mail: OutgoingMail) => sent.push(mail) > 0 }
    warnOldAddressWhenEmailWasChanged({ events, mailer, links: { shop: 'https://shop.example' } })
    const before = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
    await handle({ userId: 'a customer', before, wasProved }, { jobId: 'a job' })
    expect(sent).toMatchObject([{ to: { address: before.email }, isRecipientProved: wasProved, mustArrive: true }])
  },
)
