import { searchKeys } from '#platform/text/search-words'
import type { ReceivedMessage } from './message.ts'

type Searched = Pick<ReceivedMessage, 'from' | 'email' | 'subject' | 'fields'> & { readonly reference: string }

/** By what staff find a message: reference, sender, address, and the words of subject and text. */
export function searchKeysOf({ reference, from, email, subject, fields }: Searched): string[] {
  return searchKeys([reference, from, email ?? '', subject, ...fields.map(({ value }) => value)])
}
