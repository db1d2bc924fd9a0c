import type { z } from 'zod'
import type { CheckoutForm } from '#contracts/checkout'
import type { User } from '#contracts/identity'
import type { PaymentMethod, ShippingMethod } from '#contracts/orders'

/** An address as it is typed. */
export interface AddressFields {
  firstName: string
  lastName: string
  address: string
  address2: string
  city: string
  state: string
  zipCode: string
  country: string
}

/** The checkout form as it is typed (specification 1, section 3). */
export interface CheckoutFields {
  customerEmail: string
  customerName: string
  customerPhone: string
  ageVerification: boolean
  paymentMethod: PaymentMethod
  shippingMethod: ShippingMethod
  cardNumber: string
  expiryDate: string
  cvv: string
  cardName: string
  sameAsBilling: boolean
  shippingAddress: AddressFields
  billingAddress: AddressFields
}

/** The form after the contract has checked it. */
export type CheckedFields = z.output<typeof CheckoutForm>

export type AddressName = 'shippingAddress' | 'billingAddress'
export type FieldName = Exclude<keyof CheckoutFields, AddressName> | `${AddressName}.${keyof AddressFields}`

const ADDRESS_LABELS: Record<keyof AddressFields, string> = {
  firstName: 'first name',
  lastName: 'last name',
  address: 'address',
  address2: 'apartment',
  city: 'city',
  state: 'state',
  zipCode: 'ZIP code',
  country: 'country',
}

const addressLabels = (name: AddressName, word: string) =>
  Object.entries(ADDRESS_LABELS).map(([field, label]) => [`${name}.${field}`, `${word} ${label}`])

/** The fields' names in the list of errors, in the order of the form. */
export const FIELD_LABELS = Object.fromEntries([
  ['customerEmail', 'Email address'],
  ['customerName', 'Your name'],
  ['customerPhone', 'Phone number'],
  ['ageVerification', 'Age confirmation'],
  ...addressLabels('shippingAddress', 'Shipping'),
  ['shippingMethod', 'Delivery'],
  ...addressLabels('billingAddress', 'Billing'),
  ['paymentMethod', 'Way to pay'],
  ['cardNumber', 'Card number'],
  ['expiryDate', 'Expiry date'],
  ['cvv', 'Security code'],
  ['cardName', 'Name on the card'],
]) as Readonly<Record<FieldName, string>>

export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

/** The form as it opens: contact, name and the addresses' names come from the profile (specification 1, section 2). */
export function fieldsOfProfile(user: Pick<User, 'email' | 'firstName' | 'lastName' | 'phone'>): CheckoutFields {
  const address = {
    firstName: user.firstName,
    lastName: user.lastName,
    address: '',
    address2: '',
    city: '',
    state: '',
    zipCode: '',
    country: 'US',
  }
  return {
    customerEmail: user.email,
    customerName: `${user.firstName} ${user.lastName}`.trim(),
    customerPhone: user.phone ?? '',
    ageVerification: false,
    shippingAddress: { ...address },
    shippingMethod: 'standard',
    sameAsBilling: false,
    billingAddress: { ...address },
    paymentMethod: 'cash_on_delivery',
    ...NO_CARD,
  }
}

export const NO_CARD = { cardNumber: '', expiryDate: '', cvv: '', cardName: '' } as const

/** A draft may have the card from when it was offered. */
export function withOfferedPayment(fields: CheckoutFields, takesTestCards: boolean): CheckoutFields {
  const isOffered = takesTestCards || fields.paymentMethod !== 'pay_with_card'
  return isOffered ? fields : { ...fields, paymentMethod: 'cash_on_delivery' }
}
