import { formatDate } from '#brand'
import type { Letter, LetterPart } from '#platform/mail/letter'
import type { MailAddress } from '#platform/mail/mail'
import type { PrivacyRequest, RequestType } from '../domain/privacy-request.ts'
import { mailTo, type MailLinks } from './account-mails.ts'

const WHAT: Readonly<Record<RequestType, string>> = {
  access: 'Access to your personal information',
  delete: 'Deletion of your personal information',
  correct: 'Correction of your personal information',
  'opt-out-sale': 'Opt-out of the sale of your personal information',
  'opt-out-marketing': 'Opt-out of marketing',
  'data-portability': 'A copy of your data to take with you',
  other: 'Another privacy request',
}

const NEXT: Readonly<Record<RequestType, string>> = {
  access: 'Once you have confirmed it, we put together what we hold of you and send you a link to it.',
  delete:
    'Once you have confirmed it, we delete your account, your addresses, your cart and your wishlist, take your name out of orders, and remove your words from reviews. Orders that have not been shipped are cancelled. This cannot be undone.',
  correct: 'Once you have confirmed it, somebody of us corrects it and tells you.',
  'opt-out-sale': 'Once you have confirmed it, it takes effect at once.',
  'opt-out-marketing': 'Once you have confirmed it, it takes effect at once.',
  'data-portability':
    'Once you have confirmed it, we put your data together as a file that programs can read and send you a link to it.',
  other: 'Once you have confirmed it, somebody of us looks at it and answers you.',
}

type Fulfilled = Pick<PrivacyRequest, 'reference' | 'requestType' | 'firstName' | 'lastName'>
type Received = Fulfilled & Pick<PrivacyRequest, 'dueAt' | 'verificationMethod'>

/** What else can confirm a request, when the person asked for it. */
const OTHER_WAY: Readonly<Record<PrivacyRequest['verificationMethod'], string | null>> = {
  email: null,
  phone: 'Or wait for our call: we use a number of your account or of an order from before your request, and no other.',
  mail: 'Or wait for our letter with a code: it goes to an address of your account or of an order from before your request, and to no other.',
}

function addresseeOf(
  { firstName, lastName }: Pick<PrivacyRequest, 'firstName' | 'lastName'>,
  address: string,
): MailAddress {
  return { name: `${firstName} ${lastName}`.slice(0, 200), address }
}

function summaryOf({ reference, requestType, dueAt }: Received): LetterPart {
  return {
    kind: 'facts',
    rows: [
      ['Reference', reference],
      ['Request', WHAT[requestType]],
      ['Answered by', formatDate(dueAt)],
    ],
  }
}

/** Acknowledges a request and asks for the proof that the address is the person's. */
export function requestReceivedMail(request: Received, email: string, links: MailLinks, token: string) {
  const otherWay = OTHER_WAY[request.verificationMethod]
  return mailTo(addresseeOf(request, email), {
    subject: `Your privacy request ${request.reference}`,
    preview: 'We have your request. Please confirm it.',
    heading: 'We have your request',
    parts: [
      summaryOf(request),
      {
        kind: 'paragraph',
        text: `Please confirm that it comes from you: open the link and press the button there. The link works for 7 days. ${NEXT[request.requestType]}`,
      },
      { kind: 'link', label: 'Confirm my request', url: `${links.shop}/data-request?token=${token}` },
      ...(otherWay === null ? [] : [{ kind: 'paragraph', text: otherWay } as const]),
      {
        kind: 'paragraph',
        text: 'If you did not ask for this, you can ignore this email: nothing happens without your confirmation.',
      },
    ],
  })
}

/** Notifies staff of a new request. The person's name is only in the inbox, not in the mail. */
export function staffMail(request: Received, to: MailAddress, links: MailLinks) {
  return mailTo(to, {
    subject: `Privacy request ${request.reference}`,
    preview: WHAT[request.requestType],
    heading: 'A privacy request came in',
    parts: [summaryOf(request), { kind: 'link', label: 'Open the inbox', url: `${links.shop}/admin` }],
  })
}

/** A mail about what was done. The person has confirmed the request by a link, so the address is proved. */
function fulfilledMail(request: Fulfilled, email: string, letter: Letter) {
  return { ...mailTo(addresseeOf(request, email), letter), isRecipientProved: true }
}

/** Sends the link to a person's exported data. */
export function exportReadyMail(request: Fulfilled, email: string, links: MailLinks, token: string) {
  return fulfilledMail(request, email, {
    subject: `Your data is ready (${request.reference})`,
    preview: 'The link works once, within 7 days.',
    heading: 'Your data is ready',
    parts: [
      {
        kind: 'paragraph',
        text: 'Everything we hold about you is ready as one JSON file that people and programs can read. Open the link and press the button there. It works once, within 7 days; keep it to yourself.',
      },
      { kind: 'link', label: 'Download my data', url: `${links.shop}/data-export?token=${token}` },
    ],
  })
}

/** The last mail: everything is gone. */
export function erasedMail(request: Fulfilled, email: string) {
  return fulfilledMail(request, email, {
    subject: `Your data is deleted (${request.reference})`,
    preview: 'Your request is done.',
    heading: 'Your data is deleted',
    parts: [
      {
        kind: 'paragraph',
        text: 'Your account, addresses, cart and wishlist are deleted, and your name and words are removed from orders and reviews. We keep the amounts of your orders without your name, as tax law requires.',
      },
      { kind: 'paragraph', text: 'This is the last email you will get from us about this.' },
    ],
  })
}

/** Confirms an opt-out. */
export function optedOutMail(request: Fulfilled, email: string) {
  const text =
    request.requestType === 'opt-out-sale'
      ? 'Your personal information is neither sold nor shared. Browsers keep a choice of their own: "Cookie Preferences" at the bottom of every page shows it.'
      : 'You get no marketing mails from us. Mails about your own orders and your account still reach you.'
  return fulfilledMail(request, email, {
    subject: `Your opt-out is recorded (${request.reference})`,
    preview: 'It takes effect immediately.',
    heading: 'Your opt-out is recorded',
    parts: [{ kind: 'paragraph', text }],
  })
}
