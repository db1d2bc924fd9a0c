import { expect, it } from 'vitest'
import type { EventBus } from '#platform/events/event-bus'
import { DependencyUnavailable } from '#platform/jobs/jobs'
import { createLogger } from '#platform/log/logger'
import type { OutgoingMail } from '#platform/mail/mailer'
import { mailPersonWhenPrivacyRequestWasFulfilled } from './mail-person-when-privacy-request-was-fulfilled.ts'

type Handle = (
  payload: object,
  context: { readonly jobId: string; readonly isLast: (error: unknown) => boolean },
) => Promise<void>

const A_JOB = { jobId: 'a job', isLast: () => false }
const DEPS = {
  links: { shop: 'https://shop.example' },
  logger: createLogger('silent'),
  noteUndelivered: () => Promise.reject(new Error('It was delivered.')),
}

it.each([
  ['the link to an export', { requestType: 'access', linkToken: 'a-link' }],
  ['the confirmation of a deletion', { requestType: 'delete' }],
  ['the confirmation of an opt-out', { requestType: 'opt-out-sale' }],
])('%s that was held back, because its address got too many mails, is sent later', async (_what, fulfilled) => {
  let handle: Handle = async () => {}
  const events = {
    subscribe: (_event: unknown, _name: string, options: { readonly handle: Handle }) => void (handle = options.handle),
  } as unknown as Pick<EventBus, 'subscribe'>
  let isAllowed = false
  const mailer = { send: async () => isAllowed }
  mailPersonWhenPrivacyRequestWasFulfilled({ ...DEPS, events, mailer })
  const person = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
  const send = () => handle({ reference: 'DR-1', person, ...fulfilled }, A_JOB)
  await expect(send()).rejects.toBeInstanceOf(DependencyUnavailable)
  isAllowed = true
  await send()
})

it.each([
  ['an export', { requestType: 'access', linkToken: 'a-link' }],
  ['a deletion', { requestType: 'delete' }],
  ['an opt-out', { requestType: 'opt-out-marketing' }],
])(
  'the answer to a request for %s counts as one to a proved address, though it has no account',
  async (_what, asked) => {
    const sent: OutgoingMail[] = []
    let handle: Handle = async () => {}
    const events = {
      subscribe: (_event: unknown, _name: string, options: { readonly handle: Handle }) =>
        void (handle = options.handle),
    } as unknown as Pick<EventBus, 'subscribe'>
    const mailer = { send: async (_jobId: string, mail: OutgoingMail) => sent.push(mail) > 0 }
    mailPersonWhenPrivacyRequestWasFulfilled({ ...DEPS, events, mailer })
    const person = { firstName: 'Dana', lastName: 'Whitfield', email: 'dana@example.com' }
    await handle({ reference: 'DR-1', person, ...asked }, A_JOB)
    expect(sent).toMatchObject([{ to: { address: person.email }, isRecipientProved: true }])
  },
)
