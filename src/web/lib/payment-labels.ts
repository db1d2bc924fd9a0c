import type { PaymentMethod } from '#contracts/orders'

/** How people may pay, in the shop's words. */
export const PAYMENT_LABELS: Readonly<Record<PaymentMethod, string>> = {
  cash_on_delivery: 'Cash on Delivery',
  card_on_delivery: 'Card on Delivery',
  pay_with_card: 'Pay with Card',
}
