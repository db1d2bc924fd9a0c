/** Marks of the direction of reading, which nobody sees. */
const MARKS = /[\u202a-\u202d\u2066-\u2069]/g

/** A pasted text without what address books and spreadsheets add to it; the shop keeps it so, too. */
export function withoutCopyMarks(text: string): string {
  return text.replaceAll(MARKS, '').replaceAll('\t', ' ')
}
