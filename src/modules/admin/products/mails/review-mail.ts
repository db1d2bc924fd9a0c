import { MAIL_THEME } from '#brand'
import { writeLetter } from '#platform/mail/letter'
import type { MailAddress } from '#platform/mail/mail'

interface HiddenReview {
  readonly author: { readonly firstName: string; readonly lastName: string; readonly email: string }
  readonly productName: string
  readonly reason: string
}

/**
 * Tells a customer that staff took their review out of the shop, and whom to write to. The reason may speak of the
 * person, so it goes to their own, proved address only.
 */
export function reviewHiddenMail({ author, productName, reason }: HiddenReview, shopUrl: string) {
  const to: MailAddress = { name: `${author.firstName} ${author.lastName}`.slice(0, 200), address: author.email }
  const letter = {
    subject: `Your review of ${productName} is no longer shown`,
    preview: 'We took it out of the shop. You can have us look at it again.',
    heading: 'Your review is no longer shown',
    parts: [
      { kind: 'greeting', name: author.firstName },
      {
        kind: 'paragraph',
        text: `We have taken your review of ${productName} out of the shop, with no date for its return. Nobody else sees it, and its stars do not count for the rating.`,
      },
      { kind: 'lines', heading: 'Why', lines: reason.split('\n'), isPersonal: true },
      {
        kind: 'paragraph',
        text: 'A person who works in the shop read your review and decided this by our terms of service ("Your account").',
      },
      {
        kind: 'paragraph',
        text: 'If you think that this is wrong, or have a question, reply to this email or write to us: we look at your review again, and can show it as it was. You can also go to court about it.',
      },
      { kind: 'link', label: 'Contact us', url: `${shopUrl}/contact` },
      { kind: 'link', label: 'Terms of service', url: `${shopUrl}/terms#account`, isQuiet: true },
    ],
  } as const
  return { to, subject: letter.subject, ...writeLetter(letter, MAIL_THEME) }
}
