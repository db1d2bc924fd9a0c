import { describe, expect, test } from 'vitest'
import { CARD_NUMBER_MESSAGE } from '#contracts/card-numbers'
import { checkCheckout } from './check-checkout.ts'
import { fieldsOfProfile, type CheckoutFields } from './checkout-fields.ts'

const address = {
  firstName: 'Ada',
  lastName: 'Marlow',
  address: '12 Quire Lane',
  address2: '',
  city: 'Tulsa',
  state: 'OK',
  zipCode: '74103',
  country: 'US',
}
const profile = fieldsOfProfile({ email: 'ada@example.com', firstName: 'Ada', lastName: 'Marlow', phone: '4055550142' })
const filled: CheckoutFields = { ...profile, ageVerification: true, sameAsBilling: true, shippingAddress: address }
const card = {
  paymentMethod: 'pay_with_card',
  cardNumber: '4242 4242 4242 4242',
  expiryDate: '12/30',
  cvv: '123',
  cardName: 'Ada Marlow',
} as const
const options = { fields: {}, shouldUseNativeValidation: false } as never

async function messagesOf(fields: CheckoutFields): Promise<Record<string, unknown>> {
  const { errors } = await checkCheckout(fields, undefined, options)
  const flat = (from: object, path: string): [string, unknown][] =>
    Object.entries(from).flatMap(([name, value]: [string, unknown]) => {
      if (name === 'message') return [[path, value] as [string, unknown]]
      return typeof value === 'object' && value !== null && name !== 'ref'
        ? flat(value, path === '' ? name : `${path}.${name}`)
        : []
    })
  return Object.fromEntries(flat(errors, ''))
}

describe('checking the checkout', () => {
  test('a filled form passes', async () => {
    expect(await messagesOf(filled)).toEqual({})
    expect(await messagesOf({ ...filled, ...card })).toEqual({})
  })

  test('an empty form has every message at its field at once', async () => {
    const empty = { ...address, firstName: '', lastName: '', address: '', city: '', state: '', zipCode: '' }
    const fields = {
      ...profile,
      customerEmail: 'ada',
      customerName: '',
      shippingAddress: empty,
      billingAddress: empty,
      ...card,
      cardNumber: '',
    }
    expect(await messagesOf(fields)).toMatchObject({
      customerEmail: 'Please enter a valid email address',
      customerName: 'Name is required',
      ageVerification: 'You must be 13 years or older to place an order',
      'shippingAddress.firstName': 'First name is required',
      'shippingAddress.lastName': 'Last name is required',
      'shippingAddress.address': 'Address is required',
      'shippingAddress.city': 'City is required',
      'shippingAddress.state': 'State is required',
      'shippingAddress.zipCode': 'ZIP code is required',
      billingAddress: 'Billing address is required when different from shipping address',
      'billingAddress.zipCode': 'ZIP code is required',
      cardNumber: 'Card details are required when paying with card',
    })
  })

  test.each([
    [{ cardNumber: '4242 4242 4242 424' }],
    [{ expiryDate: '13/30' }],
    [{ expiryDate: '1230' }],
    [{ cvv: '12' }],
    [{ cardName: 'A' }],
  ])('a card with %j is incomplete, spaces do not make up for digits', async (part) => {
    expect(await messagesOf({ ...filled, ...card, ...part })).toMatchObject({
      cardNumber: 'Card details are required when paying with card',
    })
  })

  test('a real card is refused with the test number, a card that will be declined is not', async () => {
    expect(await messagesOf({ ...filled, ...card, cardNumber: '4111 1111 1111 1111' })).toEqual({
      cardNumber: 'This shop is in test mode and cannot take real cards. Use the test number 4242 4242 4242 4242.',
    })
    expect(await messagesOf({ ...filled, ...card, cardNumber: '4000 0000 0000 0002' })).toEqual({})
  })

  test('a card number where the phone belongs is refused there, as the server would refuse it', async () => {
    expect(await messagesOf({ ...filled, customerPhone: '4242 4242 4242 4242' })).toEqual({
      customerPhone: CARD_NUMBER_MESSAGE,
    })
  })

  test('no card is required for another payment method', async () => {
    expect(await messagesOf({ ...filled, ...card, paymentMethod: 'cash_on_delivery', cardNumber: '1' })).toEqual({})
  })
})
