import { z } from 'zod'
import { IsoTime, line, shortLine } from './common.ts'

/** A decimal percentage with at most one place. */
const Percent = z
  .number('Enter a percentage')
  .min(0, 'Enter a percentage from 0 to 900')
  .max(900, 'Enter a percentage from 0 to 900')
  .refine((percent) => Math.abs(percent * 10 - Math.round(percent * 10)) < 1e-6, 'Use at most one decimal place')

const SUPPLIER_KEYS = ['sku', 'gtin', 'name'] as const
const PRICE_BASES = ['cost', 'list'] as const
const ROUNDINGS = ['cent', 'ending-99', 'dollar'] as const
export const WHEN_LEFT = ['keep', 'sold-out'] as const

/** POST /api/admin/suppliers, PUT /api/admin/suppliers/{id}: what staff decide about who sends price lists. */
export const SupplierBody = z
  .object({
    name: line({ max: 80, message: 'Enter the name' }),
    /** By what a row finds its product: the shop's number, the EAN, or brand and name. */
    key: z.enum(SUPPLIER_KEYS).default('sku'),
    /** `cost`: percent on top of the price of the list; `list`: percent off its original price. Null sells at its price. */
    priceRule: z
      .object({ base: z.enum(PRICE_BASES), percent: Percent, rounding: z.enum(ROUNDINGS) })
      .refine(({ base, percent }) => base === 'cost' || percent < 100, {
        path: ['percent'],
        error: 'A discount is less than 100 percent',
      })
      .nullable()
      .default(null),
    whenLeft: z.enum(WHEN_LEFT).default('keep'),
  })
  .describe('A supplier')
export type SupplierBody = z.infer<typeof SupplierBody>
/** With `version`, 409 SUPPLIER_CHANGED when the supplier is another one by now. */
const seenVersion = z.int().min(0).optional()
export const SupplierChange = SupplierBody.extend({ version: seenVersion }).describe('A change of a supplier')
export type SupplierChange = z.infer<typeof SupplierChange>

/** The same as a form has it: the percentage as it is typed. */
export const SupplierForm = z
  .object({
    name: SupplierBody.shape.name,
    key: z.enum(SUPPLIER_KEYS),
    rule: z.enum(['none', ...PRICE_BASES]),
    percent: z.string(),
    rounding: z.enum(ROUNDINGS),
    whenLeft: z.enum(WHEN_LEFT),
  })
  .transform(({ rule, percent, rounding, ...rest }, context): SupplierBody => {
    if (rule === 'none') return { ...rest, priceRule: null }
    const typed = percent.trim() === '' ? Number.NaN : Number(percent.trim().replace(',', '.'))
    const checked = SupplierBody.safeParse({ ...rest, priceRule: { base: rule, percent: typed, rounding } })
    if (checked.success) return checked.data
    const [issue] = checked.error.issues
    context.addIssue({ code: 'custom', path: ['percent'], message: issue?.message ?? 'Enter a percentage' })
    return z.NEVER
  })

const SIGN_INS = ['none', 'password', 'header'] as const
/** Headers that describe the request itself. */
const NOT_A_TOKEN =
  /^(host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-.*|expect|accept.*|range|if-.*|proxy-.*|user-agent|cookie)$/i
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
const PRINTABLE = /^[\u0020-\u007e]*$/

/** An address that begins with https:// and names nobody who signs in. */
function isListUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && hostname !== ''
}

/** PUT /api/admin/suppliers/{id}/source: where a supplier's list is, and when it is fetched. */
export const SourceBody = z
  .object({
    url: line({ max: 2000, message: 'Enter the address of the list', isIdentifier: true }).refine(
      isListUrl,
      'Enter an address that begins with https://, without a user name in it',
    ),
    signIn: z.enum(SIGN_INS),
    /** The user name, or the name of the header. */
    signInName: shortLine(100, { isIdentifier: true }),
    /** The password, or the content of the header. It is never shown again; empty keeps it for the same server. */
    secret: shortLine(500, { isIdentifier: true }),
    /** Whether it is fetched each day by itself. */
    isOn: z.boolean(),
    /** Of 24 hours, by the clocks of the shop (Central Time). */
    time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 06:30'),
    /** Ids of GET /api/admin/suppliers/mail-recipients: who gets a mail with the outcome. */
    mailTo: z
      .array(line({ max: 60, message: 'Choose people', isIdentifier: true }))
      .max(20, 'Choose at most 20 people'),
    version: seenVersion,
  })
  .superRefine(({ signIn, signInName, secret }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (signIn === 'password' && (signInName === '' || signInName.includes(':')))
      refuse('signInName', 'Enter the user name, without a colon')
    if (signIn === 'header' && (!HEADER_NAME.test(signInName) || NOT_A_TOKEN.test(signInName)))
      refuse('signInName', 'Enter the name of the header, such as X-Api-Key')
    if (signIn === 'header' && !PRINTABLE.test(secret)) refuse('secret', 'Use letters, digits and signs of a keyboard')
  })
  .describe('Where a list is fetched')
export type SourceBody = z.infer<typeof SourceBody>

const FETCH_STATES = ['under-way', 'imported', 'unchanged', 'waits', 'failed'] as const

/** One time that a supplier's list was fetched. */
export const ListFetch = z.object({
  id: z.string(),
  /** Who asked for it; null for the schedule. */
  by: z.string().nullable(),
  /** under-way → imported, unchanged (the same file as before), waits (for a person), or failed. */
  state: z.enum(FETCH_STATES),
  startedAt: IsoTime,
  endedAt: IsoTime.nullable(),
  tries: z.int(),
  /** A sentence: why it failed or waits, or what went wrong at the last try. */
  problem: z.string().nullable(),
  fileName: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  /** The import that it began, or that still waits. */
  importId: z.string().nullable(),
  counts: z
    .object({
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      skipped: z.int(),
      failed: z.int(),
      left: z.int(),
    })
    .nullable(),
})
export type ListFetch = z.infer<typeof ListFetch>
/** GET /api/admin/suppliers/{id}/fetches, the newest first. */
export const ListFetchList = z.array(ListFetch)

/** GET /api/admin/suppliers/mail-recipients */
export const MailRecipientList = z.array(z.object({ id: z.string(), name: z.string() }))
export type MailRecipients = z.infer<typeof MailRecipientList>

export const Supplier = z.object({
  ...SupplierBody.shape,
  /** As it is stored, also when the rules for it were others then. */
  name: z.string(),
  id: z.string(),
  /** How often it or its source was changed. */
  version: z.int(),
  /** How many products are on their list. */
  products: z.int(),
  /** Whether a list of theirs was imported, whose columns tell the next one. */
  isKnown: z.boolean(),
  /** Where their list is fetched; null when it is sent by hand alone. */
  source: z
    .object({
      /** Null for roles that may not change it, because it may have a token in it. */
      url: z.string().nullable(),
      host: z.string(),
      signIn: z.enum(SIGN_INS),
      signInName: z.string(),
      isOn: z.boolean(),
      time: z.string(),
      mailTo: z.array(z.string()),
    })
    .nullable(),
  nextFetchAt: IsoTime.nullable(),
  latestFetch: ListFetch.nullable(),
})
export type Supplier = z.infer<typeof Supplier>
export const SupplierList = z.array(Supplier)

/** GET /api/admin/products/{id}/lists: where a product comes from, as far as price lists tell. */
export const ProductLists = z.object({
  /** By name. */
  suppliers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Whether it left their list and was sold out for that. */
      hasLeft: z.boolean(),
    }),
  ),
  /** The last list of 90 days that created or changed it and was not undone. */
  latest: z
    .object({ importId: z.string(), fileName: z.string(), supplierName: z.string().nullable(), at: IsoTime })
    .nullable(),
})
export type ProductLists = z.infer<typeof ProductLists>
