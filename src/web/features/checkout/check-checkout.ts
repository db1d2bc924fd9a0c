import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { CheckoutForm } from '#contracts/checkout'
import type { CheckedFields, CheckoutFields } from './checkout-fields.ts'
import { checkTestCard, digitsOf, NO_TEST_CARD_MESSAGE } from './test-card.ts'

// The contract takes more than this form gives (no phone, no second address line), so the form's type is the narrower
// one.
const contract = zodResolver<CheckoutFields, unknown, CheckedFields>(CheckoutForm as never)

/**
 * Checks the form by the contract (specification 1, section 5). Spaces between a card's groups do not count as
 * characters. A card that the contract accepts must be a test card as well; where it does not, the parts that are
 * wrong say so beside the message that the contract puts on the number.
 */
export const checkCheckout: Resolver<CheckoutFields, unknown, CheckedFields> = async (fields, context, options) => {
  const cardNumber = digitsOf(fields.cardNumber)
  const checked = await contract({ ...fields, cardNumber }, context, options)
  if (fields.paymentMethod !== 'pay_with_card') return checked

  const errors: FieldErrors<CheckoutFields> = { ...checked.errors }
  if (errors.cardNumber !== undefined) Object.assign(errors, cardPartErrors(fields))
  else if (checkTestCard(cardNumber).outcome === 'no-test-card')
    errors.cardNumber = { type: 'test-mode', message: NO_TEST_CARD_MESSAGE }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : checked
}

function cardPartErrors({ expiryDate, cvv, cardName }: CheckoutFields): FieldErrors<CheckoutFields> {
  const wrong = (message: string) => ({ type: 'card', message })
  return {
    ...(!/^(0[1-9]|1[0-2])\/\d{2}$/.test(expiryDate.trim()) && { expiryDate: wrong('Month and year as MM/YY') }),
    ...(!/^\d{3,4}$/.test(cvv.trim()) && { cvv: wrong('3 or 4 digits') }),
    ...(cardName.trim().length < 2 && { cardName: wrong('The name as it is on the card') }),
  }
}
