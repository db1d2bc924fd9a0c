const LONGEST_WORD = 40
const MOST_TERMS = 8

/** The words of a text without case and accents: letters, digits, and the signs of addresses and numbers between them. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}@]+(?:[._+-]+[\p{L}\p{N}@]+)*/gu) ?? []
  return words.map((word) => word.slice(0, LONGEST_WORD))
}

/** What somebody typed, as beginnings of words that must all be there. */
export function searchTermsOf(text: string): readonly string[] {
  return [...new Set(searchWords(text))].slice(0, MOST_TERMS)
}
