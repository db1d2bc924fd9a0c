/**
 * Control characters, and the marks that turn the reading direction around: the shop stores none, but a price list that it
 * refuses for them has some.
 */
// oxlint-disable-next-line no-control-regex -- this pattern is for control characters
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A text of a file as it can be read: what nobody sees stands as "�" where it is, and turns nothing behind it around. */
export function seenText(text: string): string {
  return text.replaceAll(UNSEEN, '\ufffd')
}
