import { renderToString } from 'react-dom/server.edge'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { TestCardsContext } from '../../lib/test-cards.ts'
import { PaymentSection } from './payment-section.tsx'

function Checkout() {
  const form = useForm({ defaultValues: { paymentMethod: 'cash_on_delivery' } })
  return (
    <FormProvider {...form}>
      <PaymentSection />
    </FormProvider>
  )
}

const waysToPay = (takesTestCards: boolean) => {
  const page = renderToString(
    <TestCardsContext value={takesTestCards}>
      <Checkout />
    </TestCardsContext>,
  )
  return [...page.matchAll(/value="(\w+)"/g)].map(([, value]) => value)
}

test('the checkout offers the card in its test mode alone (specification 1, section 4)', () => {
  expect(waysToPay(true)).toEqual(['cash_on_delivery', 'card_on_delivery', 'pay_with_card'])
  expect(waysToPay(false)).toEqual(['cash_on_delivery', 'card_on_delivery'])
})
