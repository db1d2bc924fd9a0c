import { z } from 'zod'
import { email, IsoTime, line } from './common.ts'

/** The signed-in customer. */
export const User = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  profileImageUrl: z.string().nullable(),
  isEmailVerified: z.boolean(),
  createdAt: IsoTime,
  /** The new address that waits for its proof. Only GET /api/auth/user and PUT /api/user/profile answer it. */
  pendingEmail: z.string().nullable().optional(),
  /** What the customer opted out of by a privacy request, for every browser. Only GET /api/auth/user answers it. */
  optOuts: z.array(z.enum(['sale', 'marketing'])).optional(),
})
export type User = z.infer<typeof User>

/** POST /api/login (specification 2, sections 5 and 7). */
export const LoginBody = z.object({
  email: email(),
  password: z.string('Password is required').min(1, 'Password is required').max(256, 'Use at most 256 characters'),
})
export type LoginBody = z.infer<typeof LoginBody>

const Password = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(256, 'Use at most 256 characters')

/** POST /api/register. The password confirmation and the checkboxes stay in the browser. */
export const RegisterBody = z.object({
  firstName: line({ min: 2, message: 'First name must be at least 2 characters' }),
  lastName: line({ min: 2, message: 'Last name must be at least 2 characters' }),
  email: email(),
  phone: line({ min: 10, max: 30, message: 'Please enter a valid phone number' }),
  password: Password,
})
export type RegisterBody = z.infer<typeof RegisterBody>

/** The sign-up form: what is sent, and what only the browser checks (specification 2, section 5). */
export const SignUpForm = RegisterBody.extend({
  confirmPassword: z.string(),
  ageVerification: z.boolean().refine((checked) => checked, 'You must be 13 years or older to create an account'),
  termsAccepted: z.boolean().refine((checked) => checked, 'You must accept the Terms of Service and Privacy Policy'),
}).refine((form) => form.password === form.confirmPassword, {
  message: "Passwords don't match",
  path: ['confirmPassword'],
})
export type SignUpForm = z.infer<typeof SignUpForm>

export const SessionBody = z.object({ token: z.string(), user: User, message: z.string() })
export type SessionBody = z.infer<typeof SessionBody>
