import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { staffSecurityChanged } from '../../events.ts'
import { securityChangedMail } from '../mails/staff-mails.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'

export function mailPersonWhenStaffSecurityChanged(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly accounts: Pick<StaffAccountRepository, 'find'>
}): void {
  const { events, mailer, accounts } = deps
  events.subscribe(staffSecurityChanged, 'mail-person-when-staff-security-changed', {
    queue: 'urgent-mail',
    async handle({ personId, change }, { jobId }) {
      const account = await accounts.find(personId)
      if (account === null) return
      // A person who has accepted an invitation has proved to read the address.
      await mailer.send(jobId, { ...securityChangedMail(account, change), isRecipientProved: true, mustArrive: true })
    },
  })
}
