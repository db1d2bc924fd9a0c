import type { ReceivedMessage } from './message.ts'

const MOST_KEYS = 400
const LONGEST_KEY = 40
const MOST_TERMS = 8

/** Words without case and accents: letters, digits, and the signs of addresses and numbers between them. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}@]+(?:[._+-]+[\p{L}\p{N}@]+)*/gu) ?? []
  return words.map((word) => word.slice(0, LONGEST_KEY))
}

type Searched = Pick<ReceivedMessage, 'from' | 'email' | 'subject' | 'fields'> & { readonly reference: string }

/** By what staff find an entry of the inbox: reference, sender, address, and the words of subject and text. */
export function searchKeysOf({ reference, from, email, subject, fields }: Searched): string[] {
  const texts = [reference, from, email ?? '', subject, ...fields.map(({ value }) => value)]
  return [...new Set(texts.flatMap(wordsOf))].slice(0, MOST_KEYS)
}

/** What staff typed, as beginnings of keys that must all be there. */
export function searchTermsOf(text: string): readonly string[] {
  return [...new Set(wordsOf(text))].slice(0, MOST_TERMS)
}

export function matchesTerms(keys: readonly string[], terms: readonly string[]): boolean {
  return terms.every((term) => keys.some((key) => key.startsWith(term)))
}
