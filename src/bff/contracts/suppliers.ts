import { z } from 'zod'
import { line } from './common.ts'

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

export const Supplier = z.object({
  ...SupplierBody.shape,
  id: z.string(),
  /** How many products are on their list. */
  products: z.int(),
  /** Whether a list of theirs was imported, whose columns tell the next one. */
  isKnown: z.boolean(),
})
export type Supplier = z.infer<typeof Supplier>
export const SupplierList = z.array(Supplier)
