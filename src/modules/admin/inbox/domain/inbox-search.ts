import { searchWords } from '#platform/search-words'
import type { ReceivedMessage } from './message.ts'

const MOST_KEYS = 400

type Searched = Pick<ReceivedMessage, 'from' | 'email' | 'subject' | 'fields'> & { readonly reference: string }

/** By what staff find a message: reference, sender, address, and the words of subject and text. */
export function searchKeysOf({ reference, from, email, subject, fields }: Searched): string[] {
  const texts = [reference, from, email ?? '', subject, ...fields.map(({ value }) => value)]
  return [...new Set(texts.flatMap(searchWords))].slice(0, MOST_KEYS)
}
