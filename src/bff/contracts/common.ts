import { z } from 'zod'

/** A decimal amount with two places, such as "279.00". Money leaves the server in no other form. */
export const DecimalAmount = z.string().regex(/^\d{1,8}\.\d{2}$/)

/** An id in a path, such as 42. Text like "1e3", "0x10" or " 7" is not an id. */
export const NumericId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** One line of typed text: trimmed, bounded, without control or direction-override characters. */
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
// oxlint-disable-next-line no-control-regex -- this pattern is for control characters
export const FORBIDDEN_IN_LINES = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/** Control characters except tabs and line breaks, which texts of several lines may have. */
// oxlint-disable-next-line no-control-regex -- this pattern is for control characters
const FORBIDDEN_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Whether a text is free of control characters. Staff get an error for them, as they do in a price list. */
export function isTyped(text: string): boolean {
  return withoutControls(text) === text
}

/** Removes control characters, which pasted text may contain without its writer seeing them. */
export function withoutControls(text: string): string {
  return text.replaceAll(FORBIDDEN_IN_TEXT, '')
}

/** An email address, trimmed and in lower case. */
export function email(message = 'Please enter a valid email address') {
  return z.string(message).trim().toLowerCase().max(254, message).pipe(z.email(message))
}

/** The secret of a link in a mail. It is sent in a body, because URLs end up in logs and browser histories. */
export const LinkBody = z.object({ token: z.string().min(1).max(200) })

export const IsoTime = z.iso.datetime()

/**
 * The pagination parameters of a list; spread them into the query's object.
 * @param maxLimit the largest `limit`
 */
export function pageQuery(maxLimit = 100) {
  return {
    limit: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(maxLimit))
      .optional(),
    offset: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
  }
}
