/** Seven to ten digits in one: what makers of cartridges and labels call them, and what people call telephones. */
const NUMBER = /(?<![\p{L}\p{N}+(/.-])\d{7,10}(?![\p{L}\p{N})/-])/gu
/** A phone number of North America with its area code, or one from elsewhere with its zero in front. */
const PHONE = /^(?:1?[2-9]\d{2}[2-9]\d{6}|0\d{8,9})$/
/** The shortest number that a brand beside it is enough for: with fewer digits it may be a phone number without its area. */
const ENOUGH_FOR_BRAND = 8
/** Seven digits that begin so are no local phone number. */
const NO_LOCAL_PHONE = /^[01]/
/** What may stand beside the number and its brand. Whatever else does ("call", a name) makes it somebody's. */
const BESIDE =
  /^(?:toners?|inks?|cartridges?|drums?|ribbons?|labels?|rolls?|papers?|tapes?|kits?|printers?|for|original|compatible|black|cyan|magenta|yellow|tinte|trommel|patrone|etiketten|band|für|schwarz|gelb|encre|cartouche|tambour|étiquettes|ruban|pour|noir|jaune)$/u

/** A search that may be for a part number: the number, and the words beside it in small letters. */
export interface PartNumber {
  readonly number: string
  /** Of these at least one must be a brand, when the number is none of the catalog's kind. */
  readonly brandWords: readonly string[]
  /** Whether a brand beside it is enough. */
  readonly mayBeByBrand: boolean
}

/**
 * The number in a search that is nothing but a part number with what makes and what it is; null when there is none, there
 * are several, or it is a phone number.
 */
export function partNumberIn(search: string): PartNumber | null {
  const numbers = search.match(NUMBER) ?? []
  const [number] = numbers
  if (number === undefined || numbers.length > 1 || PHONE.test(number)) return null
  const words = search.replace(number, ' ').toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.some((word) => /[\d@]/.test(word))) return null
  const brandWords = words.filter((word) => !BESIDE.test(word))
  return { number, brandWords, mayBeByBrand: number.length >= ENOUGH_FOR_BRAND || NO_LOCAL_PHONE.test(number) }
}
