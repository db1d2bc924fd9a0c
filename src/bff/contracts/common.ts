import { z } from 'zod'

/** A decimal amount with two places, the only shape of money that leaves the server: "279.00". */
export const DecimalAmount = z.string().regex(/^\d{1,8}\.\d{2}$/)

/** A path id such as 42. Text like "1e3", "0x10" or " 7" is no id. */
export const NumericId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** One line of text that people type: trimmed, bounded, without control or direction-override characters. */
export function line(options: { readonly min?: number; readonly max?: number; readonly message: string }) {
  const { min = 1, max = 100, message } = options
  return z
    .string(message)
    .trim()
    .min(min, message)
    .max(max, `Use at most ${max} characters`)
    .refine((text) => !FORBIDDEN_IN_LINES.test(text), message)
}

/** Control characters (line breaks included) and the marks that flip the reading direction. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is for
export const FORBIDDEN_IN_LINES = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/** Control characters that no text of several lines has; tabs and line breaks are none of them. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is for
const FORBIDDEN_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Whether a text is free of characters that nobody types; staff are told, as they are in a price list. */
export function isTyped(text: string): boolean {
  return withoutControls(text) === text
}

/** Pasted text without the characters that its writer cannot see, so that nobody's message is refused for them. */
export function withoutControls(text: string): string {
  return text.replaceAll(FORBIDDEN_IN_TEXT, '')
}

/** An e-mail address, trimmed and in lower case. */
export function email(message = 'Please enter a valid email address') {
  return z.string(message).trim().toLowerCase().max(254, message).pipe(z.email(message))
}

/** The secret of a link in a mail. It travels in bodies: what stands in an address is written down in many places. */
export const LinkBody = z.object({ token: z.string().min(1).max(200) })

export const IsoTime = z.iso.datetime()

/**
 * The part of a list that a query asks for; spread it into the query's object.
 * @param most the largest `limit`
 */
export function pageQuery(most = 100) {
  return {
    limit: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(most))
      .optional(),
    offset: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
  }
}
