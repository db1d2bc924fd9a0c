import { expect, it } from 'vitest'
import type { EventBus } from '#platform/events/event-bus'
import { DependencyUnavailable } from '#platform/jobs/jobs'
import type { OutgoingMail } from '#platform/mail/mailer'
import { mailInvitationWhenStaffWasInvited } from './mail-invitation-when-staff-was-invited.ts'

type Handle = (payload: object, context: { readonly jobId: string }) => Promise<void>

it('an invitation that was held back, because its address got too many mails, is sent later with the same link', async () => {
  let handle: Handle = async () => {}
  const events = {
    subscribe: (_event: unknown, _name: string, options: { readonly handle: Handle }) => void (handle = options.handle),
  } as unknown as Pick<EventBus, 'subscribe'>
  let isAllowed = false
  const tokens: string[] = []
  const mails: OutgoingMail[] = []
  mailInvitationWhenStaffWasInvited({
    events,
    mailer: { send: async (_jobId, mail) => isAllowed && mails.push(mail) > 0 },
    clock: { now: () => new Date(0) },
    async setInvitationLink(_personId, _invitationId, token) {
      tokens.push(token)
      return { email: 'ada@example.com', expiresAt: new Date(1) }
    },
    shopUrl: 'https://shop.example',
    secret: 'a secret',
  })
  const send = () => handle({ personId: 'ada', invitationId: 'an invitation' }, { jobId: 'a job' })
  await expect(send()).rejects.toBeInstanceOf(DependencyUnavailable)
  isAllowed = true
  await send()
  expect(new Set(tokens).size).toBe(1)
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`token=${tokens[0]}`)])
})
