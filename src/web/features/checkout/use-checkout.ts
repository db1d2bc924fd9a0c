import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { SavedAddress } from '#contracts/account'
import type { User } from '#contracts/identity'
import type { Order } from '#contracts/orders'
import { withShipping, type Costs } from '#platform/shared-kernel/money'
import { useExpressShipping } from '../../lib/express-shipping.ts'
import { useTestCards } from '../../lib/test-cards.ts'
import { useContractForm, type ContractForm } from '../../ui/form/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'
import { closeAttempt, openAttempt, renewAttempt } from './checkout-attempt.ts'
import { deleteCheckoutDraft, openCheckoutDraft, saveCheckoutDraft } from './checkout-draft.ts'
import {
  fieldsOfProfile,
  withOfferedPayment,
  type AddressFields as TypedAddress,
  type CheckedFields,
  type CheckoutFields,
} from './checkout-fields.ts'
import { CardDeclined, describeNotPlaced, NO_REFUSAL, type Refusal } from './order-refusal.ts'
import { newSessionId, orderPayload, placeOrder, type CheckoutLine } from './place-order.ts'
import { isInBook } from './saved-address.ts'
import { checkTestCard, DECLINED_MESSAGE } from './test-card.ts'

const loadCheck = () => import('./check-checkout.ts').then((module) => module.checkCheckout)

export interface CheckoutOptions {
  readonly user: User
  readonly lines: readonly CheckoutLine[]
  /** With standard shipping. */
  readonly costs: Costs
  /** The customer's address book; empty while it is not known. */
  readonly savedAddresses: readonly SavedAddress[]
  /** Called once the order is placed when the customer wants this address saved. */
  readonly onSaveAddress: (address: TypedAddress) => void
  /** The order is on its way, or has been refused: meanwhile the form must stay. */
  readonly onSending: (isSending: boolean) => void
  readonly onPlaced: (order: Order) => void
  /** Called when lines were refused: the cart must be compared with the shop. */
  readonly onRefused: () => Promise<void>
  /** The order was refused because the session is over. */
  readonly onUnauthorized: () => void
}

interface Checkout {
  readonly form: ContractForm<CheckoutFields, CheckedFields>
  /** With the shipping that is chosen. */
  readonly costs: Costs
  /** What express shipping costs, in cents; null where it is not offered. */
  readonly offeredExpressCents: number | null
  readonly isExpress: boolean
  /** Why the last try placed no order. */
  readonly refusal: Refusal
  /** Whether the address goes into the address book. */
  readonly wantsSaved: boolean
  readonly setWantsSaved: (wantsSaved: boolean) => void
}

/** The form of the checkout: its draft, the try that its key stands for, and what becomes of an order that is refused. */
export function useCheckout({
  user,
  lines,
  costs: standardCosts,
  savedAddresses,
  onSaveAddress,
  onSending,
  onPlaced,
  onRefused,
  onUnauthorized,
}: CheckoutOptions): Checkout {
  const takesTestCards = useTestCards()
  const [opened] = useState(() => withOfferedPayment(openCheckoutDraft(user.id, fieldsOfProfile(user)), takesTestCards))
  const [attemptKey, setAttemptKey] = useState(() => openAttempt(user.id))
  const [refusal, setRefusal] = useState<Refusal>(NO_REFUSAL)
  const [wantsSaved, setWantsSaved] = useState(false)
  const form = useContractForm<CheckoutFields, CheckedFields, Order>({
    schema: loadCheck,
    defaultValues: opened,
    draft: {
      // The form opens with what is in the draft.
      read: () => null,
      save: (fields) => saveCheckoutDraft(user.id, fields),
      clear() {
        deleteCheckoutDraft()
        closeAttempt(attemptKey)
      },
    },
    send(checked) {
      setRefusal(NO_REFUSAL)
      const card = checked.paymentMethod === 'pay_with_card' ? checkTestCard(checked.cardNumber ?? '') : null
      if (card !== null && card.outcome !== 'approved') throw new CardDeclined()
      const sessionId = newSessionId()
      const payload = orderPayload(checked, { lines, costs, userId: user.id, card, expressCents, sessionId })
      onSending(true)
      return placeOrder(payload, attemptKey)
    },
    onSent(order) {
      const { shippingAddress } = form.getValues()
      if (wantsSaved && !isInBook(savedAddresses, shippingAddress)) onSaveAddress(shippingAddress)
      onPlaced(order)
    },
    async failure(error) {
      try {
        return await showNotPlaced(error)
      } finally {
        onSending(false)
      }
    },
    onInvalid() {
      setRefusal(NO_REFUSAL)
      toast({
        title: 'Please fill in all required fields',
        description: 'Check the form for any missing or invalid information.',
        variant: 'destructive',
      })
    },
  })
  const offered = useExpressShipping()
  // A draft may have it from when it was offered.
  const expressCents = useWatch({ control: form.control, name: 'shippingMethod' }) === 'express' ? offered : null
  const costs = expressCents === null ? standardCosts : withShipping(standardCosts, expressCents)

  async function showNotPlaced(error: unknown) {
    const notPlaced = describeNotPlaced(error, lines)
    if (notPlaced.kind === 'card')
      form.setError('cardNumber', { type: 'declined', message: DECLINED_MESSAGE }, { shouldFocus: true })
    if (notPlaced.kind === 'session') onUnauthorized()
    // A further order is one of its own, and the customer knows of the first.
    if (notPlaced.kind === 'placed-before') setAttemptKey(renewAttempt(user.id))
    // What the advice is depends on what the lines are now, and a toast finds its place beside them.
    if (notPlaced.kind === 'lines') await onRefused()
    setRefusal(notPlaced.refusal)
    return notPlaced.toast
  }

  return {
    form,
    costs,
    offeredExpressCents: offered,
    isExpress: expressCents !== null,
    refusal,
    wantsSaved,
    setWantsSaved,
  }
}
