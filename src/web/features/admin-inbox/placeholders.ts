/** What a saved reply may name, with what it stands for. */
export const PLACEHOLDERS = {
  name: 'the sender’s name',
  order: 'the number of their newest order',
  reference: 'the reference of the message',
  me: 'your own name',
} as const
type Placeholder = keyof typeof PLACEHOLDERS

const EVERY = new RegExp(`\\{(${Object.keys(PLACEHOLDERS).join('|')})\\}`, 'g')

/** A saved reply with what is known filled in; what is not known stays to be seen. */
export function fillIn(text: string, values: Readonly<Partial<Record<Placeholder, string>>>): string {
  return text.replaceAll(EVERY, (found, name: Placeholder) => values[name] || found)
}

/** The placeholders that are left in a text, such as "{order}"; none of them may go out. */
export function leftPlaceholders(text: string): readonly string[] {
  return [...new Set(text.match(EVERY))]
}
