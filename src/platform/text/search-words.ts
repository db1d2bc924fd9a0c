const LONGEST_WORD = 40
const MAX_TERMS = 8
const MAX_KEYS = 400

/** The words of a text without case and accents: letters, digits, and the signs of addresses and numbers between them. */
function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}@]+(?:[._+-]+[\p{L}\p{N}@]+)*/gu) ?? []
  return words.map((word) => word.slice(0, LONGEST_WORD))
}

/** What somebody typed, as beginnings of words that must all be there. */
export function searchTermsOf(text: string): readonly string[] {
  return [...new Set(searchWords(text))].slice(0, MAX_TERMS)
}

/** By which words these texts are found again: each once, at most 400; those of the first texts come first. */
export function searchKeys(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(searchWords))].slice(0, MAX_KEYS)
}
