import { z } from 'zod'
import { email, line, noCardNumber, shortLine } from './common.ts'
import { Address, PAYMENT_METHODS, SHIPPING_METHODS } from './orders.ts'

const CARD_MESSAGE = 'Card details are required when paying with card'
const BILLING_MESSAGE = 'Billing address is required when different from shipping address'
const EXPIRY = /^(0[1-9]|1[0-2])\/\d{2}$/

/** An address while it is being typed, before validation. */
const DraftAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  address2: z.string().optional(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string().default('US'),
})

/** The checkout form (specification 1, sections 3 and 5). Card fields never leave the browser. */
export const CheckoutForm = z
  .object({
    customerEmail: email(),
    customerName: line({ min: 2, max: 200, message: 'Name is required' }),
    customerPhone: shortLine(30).check(noCardNumber()).optional(),
    ageVerification: z.boolean().refine((checked) => checked, 'You must be 13 years or older to place an order'),
    paymentMethod: z.enum(PAYMENT_METHODS).default('cash_on_delivery'),
    shippingMethod: z.enum(SHIPPING_METHODS).default('standard'),
    cardNumber: z.string().optional(),
    expiryDate: z.string().optional(),
    cvv: z.string().optional(),
    cardName: z.string().optional(),
    sameAsBilling: z.boolean().default(false),
    shippingAddress: Address,
    billingAddress: DraftAddress.optional(),
  })
  .superRefine((form, context) => {
    if (form.paymentMethod === 'pay_with_card' && !isCardComplete(form)) {
      context.addIssue({ code: 'custom', path: ['cardNumber'], message: CARD_MESSAGE })
    }
    if (!form.sameAsBilling) {
      const billing = Address.safeParse(form.billingAddress)
      if (billing.success) return
      context.addIssue({ code: 'custom', path: ['billingAddress'], message: BILLING_MESSAGE })
      for (const issue of billing.error.issues) {
        if (issue.path.length > 0)
          context.addIssue({ code: 'custom', path: ['billingAddress', ...issue.path], message: issue.message })
      }
    }
  })
export type CheckoutForm = z.input<typeof CheckoutForm>

/** Number of at least 16 characters, MM/YY with a valid month, CVV of 3 or 4, a name (specification 1, section 5). */
function isCardComplete(card: { cardNumber?: string; expiryDate?: string; cvv?: string; cardName?: string }): boolean {
  return (
    (card.cardNumber ?? '').trim().length >= 16 &&
    EXPIRY.test((card.expiryDate ?? '').trim()) &&
    /^.{3,4}$/.test((card.cvv ?? '').trim()) &&
    (card.cardName ?? '').trim().length >= 2
  )
}
