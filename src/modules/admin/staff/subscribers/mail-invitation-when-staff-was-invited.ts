import { createHmac, hkdfSync } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { EventBus } from '#platform/events/event-bus'
import { DependencyUnavailable } from '#platform/jobs/jobs'
import type { Mailer } from '#platform/mail/mailer'
import { staffInvited } from '../../events.ts'
import { invitationMail } from '../mails/staff-mails.ts'
import type { SetInvitationLink } from '../use-cases/invitations.ts'

/**
 * Sends an invitation. Its link is made here, so that it stands nowhere but in the mail, and is the same at every attempt
 * to send it; one that was replaced, withdrawn or is too old is not sent.
 * @param deps.secret the secret of the shop; the key of the links is derived from it
 */
export function mailInvitationWhenStaffWasInvited(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly clock: Clock
  readonly setInvitationLink: SetInvitationLink
  readonly shopUrl: string
  readonly secret: string
}): void {
  const { events, mailer, clock, setInvitationLink, shopUrl } = deps
  const key = Buffer.from(hkdfSync('sha256', deps.secret, '', 'superprinter staff invitations', 32))
  events.subscribe(staffInvited, 'mail-invitation-when-staff-was-invited', {
    queue: 'urgent-mail',
    async handle({ personId, invitationId }, { jobId }) {
      const token = createHmac('sha256', key).update(jobId).digest('base64url')
      const invited = await setInvitationLink(personId, invitationId, token)
      if (invited === null || invited.expiresAt <= clock.now()) return
      const { email, expiresAt } = invited
      const isSent = await mailer.send(jobId, invitationMail(email, shopUrl, { token, expiresAt }))
      // Nothing else leads in, and others may have used up what the address gets in an hour.
      if (!isSent) throw new DependencyUnavailable('An invitation was withheld: its address gets too many mails.')
    },
  })
}
