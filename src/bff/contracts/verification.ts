import { z } from 'zod'
import { IsoTime, line } from './common.ts'

const KnownContact = z.object({
  key: z.string(),
  /** The telephone number, or the lines of the postal address. */
  lines: z.array(z.string()),
  /** From where the shop knows it: "order 100012". */
  from: z.string(),
})

/** GET /api/admin/inbox/{id}/verification: how staff can verify who made a privacy request. */
export const VerificationWays = z.object({
  isVerified: z.boolean(),
  phones: z.array(KnownContact),
  addresses: z.array(KnownContact),
  letter: z.object({ writtenAt: IsoTime, expiresAt: IsoTime, triesLeft: z.int() }).nullable(),
})
export type VerificationWays = z.infer<typeof VerificationWays>

const ContactKey = z.object({ key: z.string().regex(/^[\w-]{22}$/) })
/** POST …/verification/phone: staff called this number, and the person said that the request is theirs. */
export const CalledBody = ContactKey
/** POST …/verification/letter: makes the code for a letter to this address. */
export const LetterBody = ContactKey
/** The letter to print; its code is answered this once. */
export const WrittenLetter = z.object({ code: z.string(), lines: z.array(z.string()), expiresAt: IsoTime })
export type WrittenLetter = z.infer<typeof WrittenLetter>
/** POST …/verification/code: the person gave the code of the letter. */
export const LetterCodeBody = z.object({
  code: line({ max: 20, message: 'Enter the code of the letter', isIdentifier: true }),
})
