import { HIDDEN_CHARACTERS } from '#platform/text/hidden-characters'

const EVERY_HIDDEN = new RegExp(HIDDEN_CHARACTERS, 'g')

/** A text of a file as it can be read: what nobody sees stands as "�" where it is, and turns nothing behind it around. */
export function seenText(text: string): string {
  return text.replaceAll(EVERY_HIDDEN, '\ufffd')
}
