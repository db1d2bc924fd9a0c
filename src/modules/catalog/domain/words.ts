const NOT_A_WORD = /[^\p{L}\p{N}]+/u
/** Texts of these characters alone, which most are, are read in half the time. */
const ASCII = /^[ -~]*$/
const [SPACE, DIGIT_0, DIGIT_9, LETTER_A, LETTER_S, LETTER_Z] = [0x20, 0x30, 0x39, 0x61, 0x73, 0x7a]
const MARKS = /\p{M}+/gu
const CASE_BORDER = /(?<=\p{Ll})(?=\p{Lu})/u
const DIGIT_BORDER = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

/** What stands behind so many letters of a description says nothing of what the product is. */
const LETTERS_OF_BEGINNING = 600

/** The whole words at the beginning of a text, which may be of any length. */
export function beginningOf(text: string): string {
  if (text.length <= LETTERS_OF_BEGINNING) return text
  const end = text.lastIndexOf(' ', LETTERS_OF_BEGINNING)
  return text.slice(0, end === -1 ? LETTERS_OF_BEGINNING : end)
}

/** A text without accents and capitals, for comparison. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase()
}

/** To a shopper "printers" and "printer" are one word. */
function singular(word: string): string {
  return isPlural(word, 0, word.length) ? word.slice(0, -1) : word
}

/** Whether the part [start, end) of a text is a word in the plural. */
function isPlural(text: string, start: number, end: number): boolean {
  return end - start > 3 && text.charCodeAt(end - 1) === LETTER_S && text.charCodeAt(end - 2) !== LETTER_S
}

/** The words of a text of ASCII. Letter by letter it takes a quarter of what an expression takes. */
function asciiWordsOf(text: string): string[] {
  const lower = text.toLowerCase()
  const words: string[] = []
  let start = -1
  for (let i = 0; i <= lower.length; i++) {
    const code = i < lower.length ? lower.charCodeAt(i) : SPACE
    if ((code >= LETTER_A && code <= LETTER_Z) || (code >= DIGIT_0 && code <= DIGIT_9)) {
      if (start < 0) start = i
    } else if (start >= 0) {
      words.push(lower.slice(start, isPlural(lower, start, i) ? i - 1 : i))
      start = -1
    }
  }
  return words
}

/** The words of a text that somebody typed, as the search compares them. Punctuation alone has no words. */
export function wordsOf(text: string): string[] {
  if (ASCII.test(text)) return asciiWordsOf(text)
  return fold(text).split(NOT_A_WORD).filter(Boolean).map(singular)
}

/** A text without spaces at its ends and with one where there were several. Most texts are so already. */
export function withSingleSpaces(text: string): string {
  const isSo = !text.startsWith(' ') && !text.endsWith(' ') && !text.includes('  ')
  return isSo ? text : text.split(' ').filter(Boolean).join(' ')
}

/** A word cut where letters and digits meet: "hp3301" → hp, 3301. */
export function partsOf(word: string): string[] {
  return word.split(DIGIT_BORDER)
}

/**
 * Every form under which a text of the catalog can be found, also by its beginning: its words ("laserjet",
 * "m404dn"), their ends from a digit border on ("404dn", "dn"), the words inside of them ("laser", "jet"), and
 * hyphenated words in one ("wifi").
 */
export function searchFormsOf(text: string): Set<string> {
  const forms = new Set<string>()
  for (const chunk of text.split(/\s+/)) {
    const words = wordsOf(chunk)
    if (words.length > 1) forms.add(singular(words.join('')))
    for (const word of words) {
      forms.add(word)
      const parts = partsOf(word)
      for (let i = 1; i < parts.length; i++) forms.add(parts.slice(i).join(''))
    }
    const inner = chunk.split(CASE_BORDER)
    if (inner.length > 1)
      for (const piece of inner) for (const word of wordsOf(piece)) if (word.length > 2) forms.add(word)
  }
  return forms
}

/**
 * An article number as one word without its dashes; a search of several words is also tried in one. More forms would
 * only fill the index, for its parts stand in the name.
 */
export function numberFormsOf(sku: string): readonly string[] {
  const word = wordsOf(sku).join('')
  return word === '' ? [] : [word]
}

/** The readable part of a product's canonical address: "HP LaserJet Pro M404dn" → "hp-laserjet-pro-m404dn". */
export function slugOf(name: string): string {
  return fold(name).split(NOT_A_WORD).filter(Boolean).join('-').slice(0, 80) || 'product'
}
