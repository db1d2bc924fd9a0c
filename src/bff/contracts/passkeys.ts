import { z } from 'zod'
import { line } from './common.ts'
import { CurrentPassword } from './staff.ts'

/** Bytes in base64url. */
const bytes = (max: number, min = 1) => z.string().regex(new RegExp(`^[\\w-]{${min},${max}}$`))

/** The longest id that a device may give a passkey: 1,023 bytes. */
const PasskeyId = bytes(1364)
/** How a browser reaches a device, such as "internal" or "usb". */
const Transport = z.string().regex(/^[a-z-]{1,20}$/)

/** What POST /api/admin/session/passkey/options answers, for `navigator.credentials.get`. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

/** POST /api/admin/session/passkey: the answer of `navigator.credentials.get`. */
export const PasskeySignInBody = z.object({
  id: PasskeyId,
  rawId: PasskeyId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    /** Whose passkey it is; a device that keeps none for itself does not say. */
    userHandle: bytes(88).nullish(),
  }),
})

/** POST /api/admin/me/passkeys/options */
export const NewPasskeyBody = z.object({ currentPassword: CurrentPassword })
const PasskeyName = line({ max: 60, message: 'Name the device, so that you find it again' })
/** The form that begins it; the name goes out with the new passkey. */
export const NewPasskeyForm = NewPasskeyBody.extend({ name: PasskeyName })
/** PATCH /api/admin/me/passkeys/{id} */
export const RenamePasskeyBody = z.object({ name: PasskeyName })

/** What POST /api/admin/me/passkeys/options answers, for `navigator.credentials.create`. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(Transport).optional() }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** POST /api/admin/me/passkeys: the answer of `navigator.credentials.create`, and what the person calls it. */
export const AddPasskeyBody = z.object({
  name: PasskeyName,
  credential: z.object({
    id: PasskeyId,
    rawId: PasskeyId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(8000),
      transports: z.array(Transport).max(10).optional(),
    }),
  }),
})
