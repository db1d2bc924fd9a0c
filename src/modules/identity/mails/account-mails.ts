import { formatDate, MAIL_THEME } from '#brand'
import { writeLetter, type Letter } from '#platform/mail/letter'
import type { MailAddress } from '#platform/mail/mail'
import type { User } from '../domain/user.ts'

/** Where links of mails lead: the shop's address without a slash at the end. */
export interface MailLinks {
  readonly shop: string
}

/**
 * A mail in the shop's name. A customer's name stands in a `greeting` and nowhere else: other parts go to whatever
 * address somebody gave.
 */
export function mailTo(to: MailAddress, letter: Letter) {
  return { to, subject: letter.subject, ...writeLetter(letter, MAIL_THEME) }
}

type Person = Pick<User, 'firstName' | 'lastName' | 'email'>

function addresseeOf({ firstName, lastName, email }: Person): MailAddress {
  return { name: `${firstName} ${lastName}`.slice(0, 200), address: email }
}

function proofLink({ shop }: MailLinks, token: string): string {
  return `${shop}/verify-email?token=${token}`
}

/** Greets a new customer and asks for the proof that the address is theirs. */
export function welcomeMail(user: Person, links: MailLinks, token: string) {
  return mailTo(addresseeOf(user), {
    subject: 'Welcome to Superprinter',
    preview: 'Your account is ready. Please confirm your email address.',
    heading: 'Welcome',
    parts: [
      { kind: 'greeting', name: user.firstName },
      {
        kind: 'paragraph',
        text: 'Your account is ready. It keeps your orders, addresses, cart and wishlist, in every browser where you sign in.',
      },
      {
        kind: 'paragraph',
        text: 'Please confirm that this address is yours: open the link and press the button there. The link works for 24 hours.',
      },
      { kind: 'link', label: 'Confirm my address', url: proofLink(links, token) },
      {
        kind: 'paragraph',
        text: 'If you did not open this account, open the link and press "This was not me": whoever opened it cannot use it any more. If we are to delete it, reply to this email.',
      },
    ],
  })
}

/** Asks the new address of an account for the proof. It may be anybody's, so it names nobody. */
export function newAddressMail(address: string, links: MailLinks, token: string) {
  return mailTo(
    { name: '', address },
    {
      subject: 'Please confirm your new email address',
      preview: 'Your Superprinter account uses it as soon as you have.',
      heading: 'Is this address yours?',
      parts: [
        {
          kind: 'paragraph',
          text: 'Somebody wants to use this address for their Superprinter account. If it was you, please confirm that it is yours: open the link and press the button there. The link works for 24 hours; earlier links no longer work.',
        },
        { kind: 'link', label: 'Confirm my address', url: proofLink(links, token) },
        {
          kind: 'paragraph',
          text: 'If you did not ask for this, do not confirm it: whoever has the account could then act in the name of this address. You can ignore this email, or open the link and press "This was not me".',
        },
      ],
    },
  )
}

/** Tells a customer that somebody wanted to use their address for another account. */
export function addressTakenMail(owner: Pick<User, 'email'>, links: MailLinks) {
  return mailTo(
    { name: '', address: owner.email },
    {
      subject: 'You already have an account with this address',
      preview: 'It was asked for in another account. Nothing has changed.',
      heading: 'This address has an account already',
      parts: [
        {
          kind: 'paragraph',
          text: 'Somebody wanted to use this address for another Superprinter account. That is not possible, because it has an account already; nothing has changed.',
        },
        {
          kind: 'paragraph',
          text: 'If it was you, sign in with this address. If you do not know the password, the page sends you a code.',
        },
        { kind: 'link', label: 'Sign in', url: `${links.shop}/login` },
        { kind: 'paragraph', text: 'If it was not you, you can ignore this email: somebody mistyped their address.' },
      ],
    },
  )
}

/**
 * Tells a customer's address that another one is to take its place. It does not name the new one.
 * @param undoToken null when nobody proved the address: then it may be somebody else's, and gets no link
 */
export function changeRequestedMail(customer: Person, links: MailLinks, undoToken: string | null) {
  return mailTo(addresseeOf(customer), {
    subject: 'A new email address for your account',
    preview: 'It was asked for a moment ago. If it was not you, take it back.',
    heading: 'Your account is to get a new email address',
    parts: [
      { kind: 'greeting', name: customer.firstName },
      {
        kind: 'paragraph',
        text: 'Somebody who is signed in to your Superprinter account asked for another email address. As soon as the new one is confirmed, it takes the place of this one.',
      },
      { kind: 'paragraph', text: 'If it was you, there is nothing to do.' },
      ...(undoToken === null
        ? ([
            { kind: 'paragraph', text: 'If it was not you, tell us right away.' },
            { kind: 'link', label: 'Contact us', url: `${links.shop}/contact` },
          ] as const)
        : ([
            {
              kind: 'paragraph',
              text: 'If it was not you, take it back: open the link and press the button there. This address stays, or comes back, and everybody is signed out. The link works for 7 days.',
            },
            { kind: 'link', label: 'Keep this address', url: `${links.shop}/keep-email?token=${undoToken}` },
          ] as const)),
    ],
  })
}

/** Sends a customer another link that proves their address. */
export function proofAgainMail(user: Person, links: MailLinks, token: string) {
  return mailTo(addresseeOf(user), {
    subject: 'Please confirm your email address',
    preview: 'Here is your new link.',
    heading: 'Is this address yours?',
    parts: [
      { kind: 'greeting', name: user.firstName },
      {
        kind: 'paragraph',
        text: 'Here is the link that you asked for. Open it and press the button there. It works for 24 hours; earlier links no longer work.',
      },
      { kind: 'link', label: 'Confirm my address', url: proofLink(links, token) },
      {
        kind: 'paragraph',
        text: 'If you did not open this account, press "This was not me" there: whoever opened it cannot use it any more.',
      },
    ],
  })
}

/** Sends the code that signs a customer in. By the link its reader asks for another one, however often others asked. */
export function loginCodeMail(user: Person, code: string, { shop }: MailLinks, readerToken: string) {
  return mailTo(addresseeOf(user), {
    subject: 'Your sign-in code',
    preview: 'It works once, for 10 minutes.',
    heading: 'Your sign-in code',
    parts: [
      { kind: 'facts', rows: [['Code', code]] },
      {
        kind: 'paragraph',
        text: 'Type it in the browser where you asked for it. It works once, for 10 minutes; codes that you asked for there before no longer work.',
      },
      {
        kind: 'paragraph',
        text: 'If you did not ask for it, you can ignore this email: nobody gets in without the code. Never give it to anybody, not even to us.',
      },
      {
        kind: 'paragraph',
        text: 'If somebody keeps asking for codes in your name and you get none, this link still gets you one. It works for a day.',
      },
      { kind: 'link', label: 'Ask for a code', url: `${shop}/login/code?token=${readerToken}`, isQuiet: true },
    ],
  })
}

/** Tells a customer's former address that it no longer counts. It does not name the new one. */
export function oldAddressMail(address: string, links: MailLinks) {
  return mailTo(
    { name: '', address },
    {
      subject: 'The email address of your account was changed',
      preview: 'Sign in with your new address from now on. All other browsers were signed out.',
      heading: 'Your email address was changed',
      parts: [
        {
          kind: 'paragraph',
          text: 'The new email address of your Superprinter account was confirmed a moment ago. Sign in with it from now on; our emails go there. All other browsers were signed out.',
        },
        {
          kind: 'paragraph',
          text: 'If this was not you, open the link in our email "A new email address for your account", or tell us right away: somebody may have access to your account.',
        },
        { kind: 'link', label: 'Contact us', url: `${links.shop}/contact` },
      ],
    },
  )
}

/** Tells a customer that their account ends, and how to keep it. */
export function accountEndsMail(
  user: Person,
  links: MailLinks,
  { lastLoginAt, endsAt }: { readonly lastLoginAt: Date; readonly endsAt: Date },
) {
  return mailTo(addresseeOf(user), {
    subject: `Your account will be deleted on ${formatDate(endsAt)}`,
    preview: 'You have not used it for years. Sign in before that day to keep it.',
    heading: 'Do you still want your account?',
    parts: [
      { kind: 'greeting', name: user.firstName },
      {
        kind: 'paragraph',
        text: `You last signed in to your Superprinter account on ${formatDate(lastLoginAt)}. We keep account data for 7 years, so on ${formatDate(endsAt)} we will delete your profile, addresses, cart and wishlist.`,
      },
      { kind: 'paragraph', text: 'To keep the account, sign in before that day. Otherwise there is nothing to do.' },
      { kind: 'link', label: 'Sign in', url: `${links.shop}/login` },
    ],
  })
}

/** Warns a customer that their password was changed. */
export function passwordChangedMail(user: Person, links: MailLinks) {
  return mailTo(addresseeOf(user), {
    subject: 'Your password was changed',
    preview: 'All other browsers were signed out.',
    heading: 'Your password was changed',
    parts: [
      { kind: 'greeting', name: user.firstName },
      {
        kind: 'paragraph',
        text: 'The password of your Superprinter account was changed a moment ago. All other browsers were signed out.',
      },
      { kind: 'paragraph', text: 'If this was not you, tell us right away: somebody may have access to your account.' },
      { kind: 'link', label: 'Contact us', url: `${links.shop}/contact` },
    ],
  })
}
