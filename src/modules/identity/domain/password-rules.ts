import { COMMON_BASES, COMMON_PASSWORDS } from './common-passwords.ts'

/** So much decoration ("1", "123", "2026!") does not make a common word a password. */
const DECORATION = 5
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/**
 * Whether guessers would try this password early: it is on the list, a common word with a few digits or signs around
 * it, the same two characters again and again, or a walk along the keyboard or the alphabet.
 */
export function isTooCommon(password: string): boolean {
  const text = password.toLowerCase()
  if (COMMON_PASSWORDS.has(text)) return true
  if (new Set(text).size <= 2) return true
  if (isWalk(text)) return true
  const base = text.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '')
  return text.length - base.length <= DECORATION && COMMON_BASES.has(base)
}

/** "23456789", "zyxwvuts", "qwertyui": one row, forwards or backwards, also twice over. */
function isWalk(text: string): boolean {
  return ROWS.some((row) => {
    const rounds = row + row
    return rounds.includes(text) || [...rounds].toReversed().join('').includes(text)
  })
}
