import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { endOfDay } from '#platform/time/business-days'

/** Without letters and digits that are confused when they are read out. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8

/** A letter takes a week, and people go on holidays. */
const CODE_DAYS = 30
/** How often a letter's code may be mistyped. */
export const CODE_TRIES = 5
/** How many letters are written for one request. */
export const MAX_LETTERS = 3

/** When the code of a letter that is written now stops counting: after 30 days, with the day that the letter names. */
export function codeExpiryOf(now: Date): Date {
  return endOfDay(now, CODE_DAYS)
}

/** A code for a letter, "K7M3-9QXA". */
export function newLetterCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** What may be stored of the codes of letters: digests that are worth nothing without the shop's secret. */
export interface LetterCodes {
  digestOf(reference: string, code: string): string
  fits(digest: string, reference: string, code: string): boolean
}

export function createLetterCodes(secret: string): LetterCodes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'superprinter letter codes', 32))
  const digestOf = (reference: string, code: string) =>
    createHmac('sha256', key)
      .update(`${reference}\n${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)
      .digest('base64url')
  return {
    digestOf,
    fits: (digest, reference, code) => timingSafeEqual(Buffer.from(digest), Buffer.from(digestOf(reference, code))),
  }
}
