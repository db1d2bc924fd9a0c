import { expect, test } from 'vitest'
import type { z } from 'zod'
import { PasswordBody, ProfileBody } from './account.ts'
import { CheckoutForm } from './checkout.ts'
import { LoginBody, SignUpForm } from './identity.ts'
import { DataRequestBody } from './messages.ts'
import { US_STATE_CODES } from './us-states.ts'

const person = { firstName: 'Al', lastName: 'Bo', email: 'al@example.com', phone: '5550100123' }
const address = { firstName: 'Al', lastName: 'Bo', address: '1 Elm', city: 'LA', state: 'CA', zipCode: '90001' }

/** Each form with texts that are just long enough. */
const SIGN_UP = {
  ...person,
  password: '8letters',
  confirmPassword: '8letters',
  ageVerification: true,
  termsAccepted: true,
}
const PASSWORD = { currentPassword: 'x', newPassword: '8letters', confirmPassword: '8letters' }
const REQUEST = { ...person, requestType: 'other', description: '10 letters' }
const CHECKOUT = {
  customerEmail: person.email,
  customerName: 'Al',
  ageVerification: true,
  shippingAddress: address,
  billingAddress: address,
}

const CARD = {
  paymentMethod: 'pay_with_card',
  cardNumber: '4242424242424242',
  expiryDate: '01/30',
  cvv: '123',
  cardName: 'Al',
}

/** What a form says beside each field: the first thing that is wrong with it. */
const messagesOf = (schema: z.ZodType, fields: object) =>
  Object.fromEntries(
    (schema.safeParse(fields).error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
  )

test.each([
  ['sign-in', LoginBody, { email: person.email, password: 'x' }],
  ['sign-up', SignUpForm, SIGN_UP],
  ['profile', ProfileBody, person],
  ['password', PasswordBody, PASSWORD],
  ['data request', DataRequestBody, REQUEST],
  ['checkout', CheckoutForm, CHECKOUT],
  ['checkout with a card', CheckoutForm, { ...CHECKOUT, ...CARD }],
] as const)('the form of the %s takes what is just long enough', (_name, schema, fields) => {
  expect(messagesOf(schema, fields)).toEqual({})
})

const NAMES = {
  firstName: 'First name must be at least 2 characters',
  lastName: 'Last name must be at least 2 characters',
}

test('the sign-in says of each field what it needs (specification 2, section 5)', () => {
  expect(messagesOf(LoginBody, { email: 'al', password: '' })).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password is required',
  })
})

test('the sign-up says of each field what it needs (specification 2, section 5)', () => {
  const short = { firstName: 'A', lastName: 'B', email: 'al', phone: '555010012', password: '7letter' }
  const unticked = { ageVerification: false, termsAccepted: false }
  expect(messagesOf(SignUpForm, { ...SIGN_UP, ...short, ...unticked, confirmPassword: '7letter' })).toEqual({
    ...NAMES,
    email: 'Please enter a valid email address',
    phone: 'Please enter a valid phone number',
    password: 'Password must be at least 8 characters',
    ageVerification: 'You must be 13 years or older to create an account',
    termsAccepted: 'You must accept the Terms of Service and Privacy Policy',
  })
  expect(messagesOf(SignUpForm, { ...SIGN_UP, confirmPassword: '9letters' })).toEqual({
    confirmPassword: "Passwords don't match",
  })
})

test('profile and password say of each field what it needs (specification 2, section 5)', () => {
  expect(messagesOf(ProfileBody, { firstName: 'A', lastName: 'B', email: 'al', phone: '555010012' })).toEqual({
    ...NAMES,
    email: 'Invalid email address',
    phone: 'Phone number is required and must be at least 10 digits',
  })
  expect(messagesOf(PasswordBody, { currentPassword: '', newPassword: '7letter', confirmPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'New password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
  expect(messagesOf(PasswordBody, { ...PASSWORD, confirmPassword: '9letters' })).toEqual({
    confirmPassword: "Passwords don't match",
  })
})

test('a data request says of each field what it needs (specification 2, section 5)', () => {
  const short = { firstName: 'A', lastName: 'B', email: 'al', description: '9 letters' }
  expect(messagesOf(DataRequestBody, { ...REQUEST, ...short })).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Please enter a valid email address',
    description: 'Please provide more details about your request',
  })
})

test('the checkout says of each field what it needs (specification 1, section 5)', () => {
  const short = { firstName: 'A', lastName: 'B', address: '1 Oa', city: 'L', state: 'C', zipCode: '9000' }
  const messages = {
    firstName: 'First name is required',
    lastName: 'Last name is required',
    address: 'Address is required',
    city: 'City is required',
    state: 'State is required',
    zipCode: 'ZIP code is required',
  }
  const under = (name: string) =>
    Object.fromEntries(Object.entries(messages).map(([field, message]) => [`${name}.${field}`, message]))
  const form = { ...CHECKOUT, customerEmail: 'al', customerName: 'A', ageVerification: false }
  expect(messagesOf(CheckoutForm, { ...form, shippingAddress: short })).toEqual({
    customerEmail: 'Please enter a valid email address',
    customerName: 'Name is required',
    ageVerification: 'You must be 13 years or older to place an order',
    ...under('shippingAddress'),
  })
  expect(messagesOf(CheckoutForm, { ...CHECKOUT, billingAddress: short })).toEqual({
    billingAddress: 'Billing address is required when different from shipping address',
    ...under('billingAddress'),
  })
})

test('the 50 states can be chosen, each by its two letters (specification 1, section 3)', () => {
  const codes =
    'AK AL AR AZ CA CO CT DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'
  expect(US_STATE_CODES.toSorted().join(' ')).toBe(codes)
})
