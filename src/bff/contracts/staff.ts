import { z } from 'zod'
import { email, IsoTime, line, LinkToken } from './common.ts'
import { STAFF_ROLES } from './staff-roles.ts'

const Role = z.enum(STAFF_ROLES, 'Choose a role')
const CODE_MESSAGE = 'Enter the six digits that the app shows'
/** The six digits of an authenticator app. Blanks and dashes between them do not matter. */
const AuthenticatorCode = z
  .string(CODE_MESSAGE)
  .max(40, CODE_MESSAGE)
  .overwrite((text) => text.replaceAll(/[\s-]/g, ''))
  .regex(/^\d{6}$/, CODE_MESSAGE)
export const CurrentPassword = z
  .string('Current password is required')
  .min(1, 'Current password is required')
  .max(256, 'Use at most 256 characters')
const NewPassword = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(256, 'Use at most 256 characters')

/** POST /api/admin/session/person: `code` is one of the authenticator app, or a recovery code. */
export const StaffSignInBody = z.object({
  email: email(),
  password: z.string('Password is required').min(1, 'Password is required').max(256, 'Use at most 256 characters'),
  code: line({ max: 60, message: 'Enter the code of your authenticator app', isIdentifier: true }).overwrite((text) =>
    /^[\d\s]*$/.test(text) ? text.replaceAll(/\s/g, '') : text,
  ),
})
export type StaffSignInBody = z.infer<typeof StaffSignInBody>

/** POST /api/admin/staff: has an invitation mailed. */
export const InviteBody = z.object({
  name: line({ min: 2, max: 80, message: 'Enter the name' }),
  email: email(),
  role: Role,
})
export type InviteBody = z.infer<typeof InviteBody>
/** PATCH /api/admin/staff/{id} */
export const StaffRoleBody = z.object({
  role: Role,
  /** The role that was seen; 409 ROLE_CHANGED when it is another one by now. */
  roleWas: Role.optional(),
})

/** A person with access to the back office, or without it any more. */
export const StaffMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  state: z.enum(['invited', 'active', 'ended']),
  invitedAt: IsoTime,
  /** Until when an invitation can be accepted, perhaps in the past; null when none waits. */
  invitedUntil: IsoTime.nullable(),
  /** To five minutes; null before the first sign-in. */
  lastSeenAt: IsoTime.nullable(),
  endedAt: IsoTime.nullable(),
  openSessions: z.int(),
  passkeys: z.int(),
})
export type StaffMember = z.infer<typeof StaffMember>
export const StaffMemberList = z.array(StaffMember)

/** POST /api/admin/invitation/open */
export const InvitationLink = z.object({ token: LinkToken })
/** What the page of an invitation shows; `setup` goes back with the answer. */
export const OpenedInvitation = z.object({
  name: z.string(),
  email: z.string(),
  role: Role,
  expiresAt: IsoTime,
  /** For the authenticator app, in base 32. */
  secret: z.string(),
  /** The same as an `otpauth:` address, for a QR code. */
  uri: z.string(),
  setup: z.string(),
})
export type OpenedInvitation = z.infer<typeof OpenedInvitation>
/** POST /api/admin/invitation */
export const AcceptInvitationBody = z.object({
  token: LinkToken,
  setup: z.string().regex(/^[\w-]{1,400}$/),
  password: NewPassword,
  code: AuthenticatorCode,
})
/** The form of the page; the second password stays in the browser. */
export const AcceptInvitationForm = AcceptInvitationBody.pick({ password: true, code: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    message: "Passwords don't match",
    path: ['confirmPassword'],
  })
/** Each opens the gate once instead of a code of the app; shown this once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** DELETE /api/admin/customers/{id}/sessions: how many sessions ended. */
export const CustomerSignedOut = z.object({ count: z.int() })
export type CustomerSignedOut = z.infer<typeof CustomerSignedOut>

/** GET /api/admin/me: the signed-in person's own access. */
export const OwnAccess = z.object({
  name: z.string(),
  role: Role,
  /** Null for the gate's password, which has no address, no codes and no passkeys. */
  email: z.string().nullable(),
  recoveryCodesLeft: z.int().nullable(),
  passkeys: z
    .array(z.object({ id: z.string(), name: z.string(), addedAt: IsoTime, lastUsedAt: IsoTime.nullable() }))
    .nullable(),
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string().nullable(),
      openedAt: IsoTime,
      lastSeenAt: IsoTime,
      isCurrent: z.boolean(),
    }),
  ),
})
export type OwnAccess = z.infer<typeof OwnAccess>
/** PUT /api/admin/me/password; ends all other sessions of the person. */
export const OwnPasswordBody = z
  .object({ currentPassword: CurrentPassword, newPassword: NewPassword, confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    message: "Passwords don't match",
    path: ['confirmPassword'],
  })
/** POST /api/admin/me/recovery-codes */
export const RenewCodesBody = z.object({ currentPassword: CurrentPassword })
