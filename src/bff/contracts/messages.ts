import { z } from 'zod'
import { centralTime, endOfDay } from '#platform/time/business-days'
import { email, IsoTime, line, optionalLine, paragraph } from './common.ts'

export const SUPPORT_CATEGORIES = ['technical', 'orders', 'billing', 'returns', 'product', 'other'] as const
export const INQUIRY_TYPES = ['general', 'sales', 'business', 'support', 'service', 'warranty'] as const
export const SERVICE_TYPES = ['installation', 'training', 'maintenance', 'repair', 'consultation'] as const

export const SupportTicket = z.object({
  name: line({ message: 'Name is required' }),
  email: email(),
  subject: line({ max: 200, message: 'Subject is required' }),
  category: z
    .enum(SUPPORT_CATEGORIES)
    .or(z.literal(''))
    .nullish()
    .transform((category) => category || null),
  message: paragraph({ min: 1, message: 'Message is required' }),
})
export const ContactMessage = z.object({
  name: line({ message: 'Name is required' }),
  email: email(),
  phone: optionalLine(30),
  company: optionalLine(),
  subject: line({ max: 200, message: 'Subject is required' }),
  message: paragraph({ min: 1, message: 'Message is required' }),
  inquiryType: z
    .enum(INQUIRY_TYPES)
    .or(z.literal(''))
    .nullish()
    .transform((type) => type || null),
})

/**
 * The time in ms by which days are past or to come: the shop's, which a browser knows from its answers. Before the first
 * of them no day is too early or too late, and the shop decides.
 */
type Now = () => number | undefined
/** The shop's day, or one that comes so many days later: "2026-11-23"; undefined while its time is not known. */
function shopDay(now: Now, daysLater = 0): string | undefined {
  const time = now()
  return time === undefined ? undefined : centralTime(endOfDay(new Date(time), daysLater)).day
}
/** A year of two digits is one of the first century to a date field. */
const FIRST_DAY = '1970-01-01'
const BAD_PURCHASE = 'Enter the day you bought it, with all four digits of the year'
const FUTURE_PURCHASE = 'Enter the day you bought it, not one that is still to come'
const BAD_WISH = 'Choose a day that is still to come'

/**
 * What may be a name before an address, and may be its first half; beside a comma or a bracket it is a name, and "Email" is
 * neither.
 */
const SPLIT_BEFORE_ADDRESS = /^(?!(?:e-?)?mail\s)(?=\S*\p{L})[^\s@,;:<>()[\]"]+\s+[^\s@,;:<>()[\]"]+@/iu
const SPLIT_AT_SIGN = /(?:\s@\s*|\S@\s+)[\p{L}\p{N}-]+\.\p{L}/u
const SPLIT_ADDRESS = 'An email address has no space in it. Put a comma between the address and other words'

export const warrantyClaimBy = (now: Now) =>
  z.object({
    serialNumber: line({ message: 'Serial number is required', isIdentifier: true }),
    purchaseDate: z.iso
      .date({ error: ({ input }) => (input ? BAD_PURCHASE : 'Purchase date is required'), abort: true })
      .refine((day) => day >= FIRST_DAY, BAD_PURCHASE)
      // Orders show the day of whoever looks at them, which may be tomorrow's where the shop is.
      .refine((day) => day <= (shopDay(now, 1) ?? day), FUTURE_PURCHASE),
    issueDescription: paragraph({ min: 1, message: 'Describe the issue' }),
    contactInfo: line({ max: 200, message: 'Contact information is required' }).refine(
      (text) => !SPLIT_BEFORE_ADDRESS.test(text) && !SPLIT_AT_SIGN.test(text),
      SPLIT_ADDRESS,
    ),
  })
export const WarrantyClaim = warrantyClaimBy(() => Date.now())

export const serviceRequestBy = (now: Now) =>
  z.object({
    name: line({ message: 'Name is required' }),
    email: email(),
    phone: line({ max: 30, message: 'Phone is required' }),
    company: optionalLine(),
    address: line({ max: 300, message: 'Address is required' }),
    equipment: line({ max: 300, message: 'Equipment is required' }),
    serviceType: z.enum(SERVICE_TYPES, 'Service type is required'),
    preferredDate: z.iso
      .date(BAD_WISH)
      .refine((day) => day >= (shopDay(now) ?? FIRST_DAY), BAD_WISH)
      .or(z.literal(''))
      .nullish()
      .transform((date) => date || null),
    message: paragraph({})
      .nullish()
      .transform((text) => text || null),
  })
export const ServiceRequest = serviceRequestBy(() => Date.now())

/** POST /api/messages: one of the four forms. Answers 201 with the reference. */
export const MessageBody = z.discriminatedUnion('form', [
  SupportTicket.extend({ form: z.literal('support') }),
  ContactMessage.extend({ form: z.literal('contact') }),
  WarrantyClaim.extend({ form: z.literal('warranty') }),
  ServiceRequest.extend({ form: z.literal('service') }),
])
export type MessageBody = z.input<typeof MessageBody>
export const MessageAccepted = z.object({ reference: z.string(), replyBy: IsoTime })

export const REQUEST_TYPES = [
  'access',
  'delete',
  'correct',
  'opt-out-sale',
  'opt-out-marketing',
  'data-portability',
  'other',
] as const
/** POST /api/data-requests (specification 2, section 5). Answers 201 with the DR- reference and the due date. */
export const DataRequestBody = z.object({
  firstName: line({ min: 2, message: 'First name is required' }),
  lastName: line({ min: 2, message: 'Last name is required' }),
  email: email(),
  phone: optionalLine(30),
  requestType: z.enum(REQUEST_TYPES, 'Please select a request type'),
  description: paragraph({ min: 10, message: 'Please provide more details about your request' }),
  verificationMethod: z.enum(['email', 'phone', 'mail']).default('email'),
})
export type DataRequestBody = z.input<typeof DataRequestBody>
export const DataRequestAccepted = z.object({ reference: z.string().regex(/^DR-\d+$/), dueAt: IsoTime })

/**
 * The link in the mail opens /data-request?token=…. That page reads POST /api/data-requests/confirmation, and its
 * button calls POST /api/data-requests/verify. Opening the link changes nothing, because mail programs open links on
 * their own. After an opt-out the browser also turns its marketing consent off.
 */
export const RequestConfirmation = z.object({
  reference: z.string(),
  requestType: z.enum(REQUEST_TYPES),
  receivedAt: IsoTime,
  /** `open` until it is confirmed; `expired` when the link is older than 7 days. */
  state: z.enum(['open', 'confirmed', 'expired']),
})
export type RequestConfirmation = z.infer<typeof RequestConfirmation>
