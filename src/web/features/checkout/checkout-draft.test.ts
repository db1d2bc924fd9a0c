import { describe, expect, test } from 'vitest'
import { createSafeStorage } from '../../lib/storage.ts'
import { deleteCheckoutDraft, openCheckoutDraft, saveCheckoutDraft } from './checkout-draft.ts'
import { fieldsOfProfile, withOfferedPayment } from './checkout-fields.ts'

const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Marlow', phone: '405-555-0142' }
const starting = fieldsOfProfile(ada)
const tab = () => createSafeStorage(() => undefined)

describe('the checkout form', () => {
  test('opens with contact and names of the profile', () => {
    expect(starting).toMatchObject({
      customerEmail: 'ada@example.com',
      customerName: 'Ada Marlow',
      customerPhone: '405-555-0142',
      paymentMethod: 'cash_on_delivery',
      sameAsBilling: false,
      ageVerification: false,
      shippingAddress: { firstName: 'Ada', lastName: 'Marlow', address: '', country: 'US' },
      billingAddress: { firstName: 'Ada', lastName: 'Marlow', country: 'US' },
    })
  })

  test('keeps what was typed through a reload, until the order is placed', () => {
    const storage = tab()
    const fields = {
      ...starting,
      customerName: 'Ada M.',
      sameAsBilling: true,
      shippingAddress: { ...starting.shippingAddress, city: 'Tulsa' },
    }
    saveCheckoutDraft('u1', fields, storage)
    expect(openCheckoutDraft('u1', starting, storage)).toEqual(fields)
    deleteCheckoutDraft(storage)
    expect(openCheckoutDraft('u1', starting, storage)).toEqual(starting)
  })

  test('never stores or reads a card', () => {
    const storage = tab()
    const card = {
      paymentMethod: 'pay_with_card' as const,
      cardNumber: '4242 4242 4242 4242',
      expiryDate: '12/30',
      cvv: '123',
      cardName: 'Ada Marlow',
    }
    saveCheckoutDraft('u1', { ...starting, ...card }, storage)
    const stored = storage.getItem('mr-printer-checkout')
    expect(stored).toContain('Ada Marlow')
    expect(stored).not.toMatch(/4242|12\/30|123"/)
    expect(openCheckoutDraft('u1', starting, storage)).toMatchObject({
      paymentMethod: 'pay_with_card',
      cardNumber: '',
      cvv: '',
      cardName: '',
    })
  })

  test('pays in cash where the card of a draft is not offered any more', () => {
    const card = { ...starting, paymentMethod: 'pay_with_card' as const }
    expect(withOfferedPayment(card, true)).toEqual(card)
    expect(withOfferedPayment(card, false)).toEqual({ ...card, paymentMethod: 'cash_on_delivery' })
    const other = { ...starting, paymentMethod: 'card_on_delivery' as const }
    expect(withOfferedPayment(other, false)).toEqual(other)
  })

  test('does not show what another customer typed in the same tab', () => {
    const storage = tab()
    saveCheckoutDraft('u1', { ...starting, customerName: 'Ada M.' }, storage)
    expect(openCheckoutDraft('u2', starting, storage)).toEqual(starting)
  })

  test.each(['{bad', 'null', '"x"', '[]', '{"userId":"u1"}', '{"userId":"u1","fields":7}'])(
    'starts again from a draft that reads %s',
    (text) => {
      const storage = tab()
      storage.setItem('mr-printer-checkout', text)
      expect(openCheckoutDraft('u1', starting, storage)).toEqual(starting)
    },
  )

  test('takes only the valid fields of a broken draft', () => {
    const storage = tab()
    const fields = {
      customerName: 7,
      ageVerification: 'yes',
      shippingAddress: { city: 'Tulsa', state: {} },
      billingAddress: null,
      more: 'x',
    }
    storage.setItem('mr-printer-checkout', JSON.stringify({ userId: 'u1', fields }))
    expect(openCheckoutDraft('u1', starting, storage)).toEqual({
      ...starting,
      shippingAddress: { ...starting.shippingAddress, city: 'Tulsa' },
    })
  })
})
