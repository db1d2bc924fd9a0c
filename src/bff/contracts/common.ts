import { z } from 'zod'
import { DAY_MS } from '#platform/time/durations'
import { CARD_NUMBER_MESSAGE, hasCardNumber } from './card-numbers.ts'
import { LISTING_BOUNDS } from './listing-choices.ts'
import { OFFSET_DIGITS } from './staff-lists.ts'

/** A decimal amount with two places, such as "279.00". Money leaves the server in no other form. */
export const DecimalAmount = z.string().regex(/^\d{1,8}\.\d{2}$/)

/** A sum of such amounts, which no bound on one of them bounds. */
export const DecimalSum = z.string().regex(/^\d{1,13}\.\d{2}$/)

/** An id in a path, such as 42. Text like "1e3", "0x10" or " 7" is not an id. */
export const NumericId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/**
 * What no field of one line may have: control characters with the line breaks among them, both of Unicode's own line
 * breaks, and the marks that turn the reading direction around.
 */
// oxlint-disable-next-line no-control-regex -- this pattern is for control characters
const FORBIDDEN_IN_LINES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** The same in a text of several lines, which may have tabs and line breaks. */
// oxlint-disable-next-line no-control-regex -- this pattern is for control characters
const FORBIDDEN_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/
const EVERY_FORBIDDEN_IN_LINES = new RegExp(FORBIDDEN_IN_LINES, 'g')
const EVERY_FORBIDDEN_IN_TEXT = new RegExp(FORBIDDEN_IN_TEXT, 'g')

/** Half of a character, such as the first 16 bits of an emoji: no encoding has it, and what is stored is another text. */
const HALF_CHARACTER = /\p{Surrogate}/u
const EVERY_HALF_CHARACTER = new RegExp(HALF_CHARACTER, 'gu')
const isWhole = (text: string): boolean => !HALF_CHARACTER.test(text)
const WHOLE_MESSAGE = 'A character of this text is broken: type the text again'

/** Whether there is anything to see: characters without width, marks alone, fillers and the blank Braille pattern are not. */
export const isVisible = (text: string): boolean => /[^\p{Z}\p{C}\p{M}\p{DI}\u2800]/u.test(text)

/**
 * What an address book or a spreadsheet adds to what is copied from it, and nobody sees: marks around a number that must
 * read from left to right, and the tab behind a cell.
 */
const MARKS_OF_COPIES = /[\u202a-\u202d\u2066-\u2069]/g
const asTyped = () => z.overwrite((text: string) => text.replaceAll(MARKS_OF_COPIES, '').replaceAll('\t', ' '))

const isLine = (text: string): boolean => !FORBIDDEN_IN_LINES.test(text)
const LINE_MESSAGE = 'Remove line breaks and control characters'
/** Card numbers are neither stored nor mailed, so a text that has one is refused beside its field. */
export const noCardNumber = () => z.refine<string>((text) => !hasCardNumber(text), CARD_NUMBER_MESSAGE)
/** Written when it is first needed, because the language data of numbers takes a while to read. */
const tooLong = (max: number) => ({ error: () => `Use at most ${max.toLocaleString('en-US')} characters` })

/**
 * What somebody types as the number, the key or the address of a thing, such as a parcel, may look like a card number, and
 * stays letter for letter as it is.
 */
interface TypedLine {
  readonly isIdentifier?: boolean
}

/**
 * One letter with an accent may be written as one character or as two, and looks the same: typed text is kept in the first
 * form, or a brand would be there twice. Texts of addresses stay as they are, because older data may have the other.
 */
const asOneCharacter = () => z.normalize()
const lettersOf = ({ isIdentifier = false }: TypedLine) => (isIdentifier ? [] : [asOneCharacter()])

/**
 * One line of typed text that must be there and be seen: trimmed, bounded, without control or direction-override
 * characters, and without a card number.
 */
export function line(options: TypedLine & { readonly min?: number; readonly max?: number; readonly message: string }) {
  const { min = 1, max = 100, message, isIdentifier = false } = options
  // Here and below all checks at once: each call makes another schema, three times the time that this takes a start.
  return z
    .string(message)
    .check(
      asTyped(),
      ...lettersOf({ isIdentifier }),
      z.trim(),
      z.minLength(min, message),
      z.maxLength(max, tooLong(max)),
      z.refine(isLine, message),
      z.refine(isVisible, message),
      z.refine(isWhole, WHOLE_MESSAGE),
      ...(isIdentifier ? [] : [noCardNumber()]),
    )
}

/** One line that may stay empty, such as a company: null without text. */
export function optionalLine(max = 100, { isIdentifier = false }: TypedLine = {}) {
  const text = shortLine(max, { isIdentifier })
  return (isIdentifier ? text : text.check(noCardNumber())).nullish().transform((text) => text || null)
}

/** One line that may be the empty text: the key of a thing, or what the shop itself says of its products. */
export function shortLine(max: number, options: TypedLine & { readonly missing?: string } = {}) {
  return z
    .string(options.missing)
    .check(
      asTyped(),
      ...lettersOf(options),
      z.trim(),
      z.maxLength(max, tooLong(max)),
      z.refine(isLine, LINE_MESSAGE),
      z.refine(isWhole, WHOLE_MESSAGE),
    )
}

/**
 * A text of an address, such as a brand. Line breaks count as spaces and other control characters as characters that
 * nothing has, because a pasted or mistyped address should show a page and not an error.
 */
export function queryText(max: number, message: string | ReturnType<typeof tooLong> = tooLong(max)) {
  return z.string().check(
    z.overwrite((text) =>
      text
        .replaceAll(/[\r\n\t]+/g, ' ')
        .replaceAll(EVERY_FORBIDDEN_IN_LINES, '\ufffd')
        .replaceAll(EVERY_HALF_CHARACTER, '\ufffd'),
    ),
    z.trim(),
    z.maxLength(max, message),
  )
}

/** What somebody searches for. */
export function searchText() {
  return queryText(LISTING_BOUNDS.search, `Search for at most ${LISTING_BOUNDS.search} characters`)
}

/**
 * A text of several lines, which keeps its line breaks and nothing else that cannot be seen: pasted text may have
 * control characters that its writer does not know of. A card number is refused.
 */
export function paragraph(options: { readonly min?: number; readonly max?: number; readonly message?: string }) {
  const { min = 0, max = 5000, message } = options
  return z.string(message).check(
    z.overwrite((text) => withPlainLines(text).replaceAll(EVERY_FORBIDDEN_IN_TEXT, '')),
    asOneCharacter(),
    z.trim(),
    z.minLength(min, message),
    z.maxLength(max, tooLong(max)),
    z.refine((text) => min === 0 || isVisible(text), message),
    z.refine(isWhole, WHOLE_MESSAGE),
    noCardNumber(),
  )
}

/**
 * A text of several lines as staff write it of products, who get an error for control characters, as they do in a price
 * list.
 */
export function staffText(max: number) {
  return z.string().check(
    z.overwrite(withPlainLines),
    asOneCharacter(),
    z.trim(),
    z.maxLength(max, tooLong(max)),
    z.refine((text) => !FORBIDDEN_IN_TEXT.test(text), 'Remove the control characters'),
    z.refine(isWhole, WHOLE_MESSAGE),
  )
}

/** Line breaks of all systems as one, and tabs as spaces. */
function withPlainLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ')
}

/** An email address, trimmed and in lower case. */
export function email(message = 'Please enter a valid email address') {
  return z.string(message).check(asTyped(), z.trim(), z.toLowerCase(), z.maxLength(254, message)).pipe(z.email(message))
}

/** The secret of a link, as the shop makes them. */
export const LinkToken = z.string().regex(/^[\w-]{1,200}$/)

/** The secret of a link in a mail. It is sent in a body, because URLs end up in logs and browser histories. */
export const LinkBody = z.object({ token: LinkToken })

export const IsoTime = z.iso.datetime()

const DAY_OR_TIME = 'Send a day like 2026-12-31, or a time like 2026-12-31T12:00:00Z'

/** The beginning of a span of time in a query: a day, by UTC ("2026-11-23"), or a time. */
export const SpanStart = z.union([z.iso.date(), IsoTime], DAY_OR_TIME).transform((text) => new Date(text))

/** The end of a span: the whole of a day belongs to it, and everything before a time. */
export const SpanEnd = z.union(
  [z.iso.date().transform((day) => new Date(Date.parse(day) + DAY_MS)), IsoTime.transform((time) => new Date(time))],
  DAY_OR_TIME,
)

const OFFSET = new RegExp(`^\\d{1,${OFFSET_DIGITS}}$`)
/** Written when it is needed: the first number in words of a language takes a start 10 ms. */
const offsets = () => `offset takes a number from 0 to ${(10 ** OFFSET_DIGITS - 1).toLocaleString('en-US')}`

/**
 * The pagination parameters of a list; spread them into the query's object.
 * @param maxLimit the largest `limit`
 */
export function pageQuery(maxLimit = 100) {
  const limits = `limit takes a number from 1 to ${maxLimit}`
  return {
    limit: z
      .string()
      .regex(/^\d{1,3}$/, limits)
      .transform(Number)
      .pipe(z.int().min(1, limits).max(maxLimit, limits))
      .optional(),
    offset: z.string().regex(OFFSET, { error: offsets }).transform(Number).optional(),
  }
}
