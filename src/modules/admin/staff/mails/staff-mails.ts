import { formatDateTime, MAIL_THEME } from '#brand'
import { writeLetter, type Letter } from '#platform/mail/letter'
import type { StaffAccount } from '../domain/staff-account.ts'

/** Names nobody: the address is whatever the owner typed. */
function mailTo(address: string, letter: Letter) {
  return { to: { name: '', address }, subject: letter.subject, ...writeLetter(letter, MAIL_THEME) }
}

/** The link to set up access to the back office. */
export function invitationMail(address: string, shopUrl: string, invitation: { token: string; expiresAt: Date }) {
  return mailTo(address, {
    subject: 'Your access to the back office of Superprinter',
    preview: 'Choose a password and set up your authenticator app.',
    heading: 'You are invited',
    parts: [
      {
        kind: 'paragraph',
        text: 'The owner of the shop gives you access to its back office. Open the link, choose a password, and set up an authenticator app on your telephone.',
      },
      { kind: 'link', label: 'Set up my access', url: `${shopUrl}/admin/join?token=${invitation.token}` },
      {
        kind: 'paragraph',
        text: `The link works once, until ${formatDateTime(invitation.expiresAt)}. Earlier links no longer work.`,
      },
      {
        kind: 'paragraph',
        text: 'If you do not work for this shop, ignore this email: nobody gets access without the link.',
      },
    ],
  })
}

const CHANGES = {
  password: 'Your password for the back office was changed, and you were signed out everywhere else.',
  'recovery-codes': 'New recovery codes were made for your access to the back office. The earlier ones no longer work.',
  'recovery-code-used':
    'Somebody signed in to the back office with one of your recovery codes. It does not work again.',
  'passkey-added': 'A passkey was added to your access to the back office. Whoever has it can sign in with it alone.',
  'passkey-removed': 'A passkey of your access to the back office was removed. It does not sign in any more.',
  'passkeys-removed':
    'The owner of the shop removed the passkeys of your access to the back office, and you were signed out everywhere.',
} as const
export type SecurityChange = keyof typeof CHANGES

/** Tells a person that what opens the gate for them was changed or used. */
export function securityChangedMail({ email }: Pick<StaffAccount, 'email'>, change: SecurityChange) {
  return mailTo(email, {
    subject: 'Your access to the back office was changed',
    preview: CHANGES[change],
    heading: 'Was this you?',
    parts: [
      { kind: 'paragraph', text: CHANGES[change] },
      {
        kind: 'paragraph',
        text: 'If it was you, there is nothing to do. If it was not, tell the owner of the shop at once: they can take the access away.',
      },
    ],
  })
}
