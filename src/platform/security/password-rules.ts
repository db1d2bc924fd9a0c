import { commonPasswords } from './common-passwords.ts'
import { commonWords } from './common-words.ts'

/** How many further characters ("1", "123", "2026!") do not make a common word a password. */
const DECORATION = 5
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Shorter repetitions than these are patterns, whatever is repeated: "12341234", "abcabcabc". */
const SHORT_UNIT = 4

/** Signs that stand for a letter. One of them stands for two. */
const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
}
const I_OR_L = /[1!|]/g

/**
 * Whether guessers would try this password early: it is one of the most used, a common word with a few digits or signs
 * around it or in place of letters, a repetition, a walk along the keyboard or the alphabet, or made of nothing but
 * words of the shop and the person themselves.
 * @param ownWords what guessers know of the shop and of the person: names, brands, the email address
 */
export function isTooCommon(password: string, ownWords: readonly string[] = []): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size <= 2 || isWalk(text)) return true
  const own = new Set(ownWords.map((word) => joined(word.toLowerCase())).filter((word) => word.length > 1))
  const isKnown = (word: string) => commonPasswords().has(word) || commonWords().has(word) || isMadeOf(word, own)
  return undecorated(text).some((core) => {
    const forms = new Set([core, ...undisguised(core)].flatMap((form) => [form, joined(form)]))
    return [...forms].some(isKnown) || isRepetition(core, isKnown)
  })
}

/** The text without none, some or all of the digits and signs at its ends. */
function undecorated(text: string): string[] {
  const begin = /^[^a-z]*/.exec(text)?.[0].length ?? 0
  const end = text.length - (/[a-z]/.test(text) ? [...text].toReversed().findIndex((sign) => /[a-z]/.test(sign)) : 0)
  const cores = [text]
  for (let from = 0; from <= Math.min(begin, DECORATION); from++)
    for (let to = text.length; to >= Math.max(end, text.length - DECORATION + from); to--)
      cores.push(text.slice(from, to))
  return cores
}

function undisguised(text: string): string[] {
  const letters = [...text].map((sign) => DISGUISES[sign] ?? sign).join('')
  return [letters.replaceAll(I_OR_L, 'i'), letters.replaceAll(I_OR_L, 'l')]
}

/** "ada.lovelace", "Ada Lovelace" and "ada-lovelace" are one word to guessers. */
function joined(text: string): string {
  return text.replaceAll(/[\s@._-]/g, '')
}

/** Whether the text is nothing but these words, one after the other. */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  const reached = new Set([0])
  // What is added on the way is visited too.
  for (const from of reached) for (const word of words) if (text.startsWith(word, from)) reached.add(from + word.length)
  return text !== '' && reached.has(text.length)
}

/** "passwordpassword", "12341234". */
function isRepetition(text: string, isKnown: (unit: string) => boolean): boolean {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(text.length / length) === text) return length <= SHORT_UNIT || isKnown(unit)
  }
  return false
}

/** "23456789", "zyxwvuts", "qwertyui": one row, forwards or backwards, also twice over. */
function isWalk(text: string): boolean {
  return ROWS.some((row) => {
    const rounds = row + row
    return rounds.includes(text) || [...rounds].toReversed().join('').includes(text)
  })
}
