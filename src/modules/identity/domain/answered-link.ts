/** What the reader of an address declined: the account that was opened with it, or that it is another account's new one. */
export type DeclinedEmail = 'account' | 'new-address'

/** What a link about an email address did: it was confirmed or declined, or the former one was kept. */
export type LinkAnswer = 'confirmed' | 'kept' | `declined-${DeclinedEmail}`

/**
 * A link that did its work. Who presses again, because the answer was lost, is told the same, and nothing is done again.
 * It is forgotten once the account asks for another address: an old link must not say that a later change is undone.
 */
export interface AnsweredLink {
  readonly digest: string
  readonly userId: string
  readonly answer: LinkAnswer
  readonly expiresAt: Date
}
