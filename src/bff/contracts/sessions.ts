import { z } from 'zod'
import { email, IsoTime } from './common.ts'

/** POST /api/login/code: has a six-digit code sent to an address. */
export const LoginCodeBody = z.object({
  email: email(),
  /** From the link in a mail with a code: it tells the reader of the mails from strangers. What does not fit counts for nothing. */
  token: z.string().max(200).optional(),
})
export type LoginCodeBody = z.infer<typeof LoginCodeBody>

const SIX_DIGITS = 'OTP must be 6 digits'

/** POST /api/login/code/verify (specification 2, section 5). Blanks and dashes between the digits do not matter. */
export const LoginCodeProof = z.object({
  email: email(),
  otp: z
    .string(SIX_DIGITS)
    .max(40, SIX_DIGITS)
    .overwrite((text) => text.replaceAll(/[\s-]/g, ''))
    .regex(/^\d{6}$/, SIX_DIGITS),
})
export type LoginCodeProof = z.infer<typeof LoginCodeProof>

/** GET /api/user/sessions: where the customer is signed in. */
export const SessionList = z.array(
  z.object({
    id: z.string(),
    /** "Firefox on Windows"; null when the browser did not say. */
    device: z.string().nullable(),
    firstSeen: IsoTime,
    /** To ten minutes. */
    lastSeen: IsoTime,
    isCurrent: z.boolean(),
  }),
)
export type SessionList = z.infer<typeof SessionList>
