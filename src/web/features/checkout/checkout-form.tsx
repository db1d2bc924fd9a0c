import { useState, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { SavedAddress } from '#contracts/account'
import type { User } from '#contracts/identity'
import type { Order, ShippingMethod } from '#contracts/orders'
import { withShipping, type Costs } from '#platform/money'
import { useExpressShipping } from '../../lib/express-shipping.ts'
import { paths } from '../../lib/paths.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'
import { AddressFields } from './address-section.tsx'
import { BillingSection } from './billing-section.tsx'
import { closeAttempt, openAttempt, renewAttempt } from './checkout-attempt.ts'
import { deleteCheckoutDraft, openCheckoutDraft, saveCheckoutDraft } from './checkout-draft.ts'
import {
  fieldsOfProfile,
  type AddressFields as TypedAddress,
  type CheckedFields,
  type CheckoutFields,
} from './checkout-fields.ts'
import { InvalidFields, linesMark, OrderProblems, type Refusal } from './checkout-notices.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { FormSection } from './form-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { ShippingSection } from './shipping-section.tsx'
import { isInBook } from './saved-address.ts'
import { SavedAddressChoice } from './saved-address-choice.tsx'
import {
  newSessionId,
  orderPayload,
  OrderFailed,
  placeOrder,
  problemSentence,
  type CheckoutLine,
} from './place-order.ts'
import { checkTestCard, DECLINED_MESSAGE } from './test-card.ts'

const loadCheck = () => import('./check-checkout.ts').then((module) => module.checkCheckout)

const NO_REFUSAL: Refusal = { sentences: [], lines: null, advice: null, placedOrderId: null }

const orderFailed = (description: string) => ({ title: 'Order failed', description })

/** The test card was refused: nothing was sent. */
class CardDeclined extends Error {}

interface CheckoutFormProps {
  readonly user: User
  readonly lines: readonly CheckoutLine[]
  readonly costs: Costs
  readonly noteOf: (productId: number) => ReactNode
  /** Some lines cannot be ordered as they are. */
  readonly hasBlockedLines: boolean
  /** By when to order, and when it arrives. */
  readonly renderDelivery: (method: ShippingMethod) => ReactNode
  /** The customer's address book; empty while it is not known. */
  readonly savedAddresses: readonly SavedAddress[]
  /** Called once the order is placed when the customer wants this address saved. */
  readonly onSaveAddress: (address: TypedAddress) => void
  /** The order is on its way, or has been refused: meanwhile the form must stay. */
  readonly onSending: (isSending: boolean) => void
  readonly onPlaced: (order: Order) => void
  /** Called when lines were refused: the cart must be compared with the shop. */
  readonly onRefused: () => Promise<void>
  /** The session is over, and the sign-in page is about to open. */
  readonly isLeaving: boolean
  /** The order was refused because the session is over. */
  readonly onUnauthorized: () => void
}

/** The checkout: four numbered sections and the summary (specification 1, sections 2, 4, 5 and 8). */
export function CheckoutForm({
  user,
  lines,
  costs: standardCosts,
  noteOf,
  hasBlockedLines,
  renderDelivery,
  savedAddresses,
  isLeaving,
  onSaveAddress,
  onSending,
  onPlaced,
  onRefused,
  onUnauthorized,
}: CheckoutFormProps) {
  const [opened] = useState(() => openCheckoutDraft(user.id, fieldsOfProfile(user)))
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
      const { shippingAddress } = getValues()
      if (wantsSaved && !isInBook(savedAddresses, shippingAddress)) onSaveAddress(shippingAddress)
      onPlaced(order)
    },
    async failure(error) {
      try {
        return await describeFailure(error)
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
  const { register, control, getValues, setError, errorOf } = form
  const offered = useExpressShipping()
  // A draft may have it from when it was offered.
  const expressCents = useWatch({ control, name: 'shippingMethod' }) === 'express' ? offered : null
  const costs = expressCents === null ? standardCosts : withShipping(standardCosts, expressCents)

  async function describeFailure(error: unknown) {
    if (error instanceof CardDeclined) {
      setError('cardNumber', { type: 'declined', message: DECLINED_MESSAGE }, { shouldFocus: true })
      return { title: 'Card declined', description: 'Nothing was ordered, and nothing was charged.' }
    }
    if (error instanceof OrderFailed && error.status === 401) {
      onUnauthorized()
      return {
        title: 'Please sign in',
        description: 'You need to be signed in to place an order. Redirecting...',
      }
    }
    if (error instanceof OrderFailed && error.placedOrderId !== null) {
      // A further order is one of its own, and the customer knows of the first.
      setAttemptKey(renewAttempt(user.id))
      setRefusal({ ...NO_REFUSAL, placedOrderId: error.placedOrderId })
      return {
        title: `You have order #${error.placedOrderId} already`,
        // Another tab that placed it has emptied the cart, and there is nothing to read beside the items then.
        description: 'It was sent before, from here or from another tab.',
        action: { label: 'View orders', to: paths.account({ tab: 'orders' }) },
      }
    }
    if (error instanceof OrderFailed && error.expressSentence !== null) {
      setRefusal({ ...NO_REFUSAL, sentences: [error.expressSentence] })
      return orderFailed('Something about the delivery has changed. See beside your items.')
    }
    if (error instanceof OrderFailed && error.limit !== null) {
      const { sentence, asksToConfirmEmail } = error.limit
      setRefusal({
        ...NO_REFUSAL,
        sentences: [sentence, ...sentencesOf(error.problems)],
        lines: linesMark(lines),
        advice: asksToConfirmEmail ? 'confirm-email' : null,
      })
      return orderFailed('You cannot order as much at once. See beside your items what helps.')
    }
    if (error instanceof OrderFailed && error.problems.length > 0) {
      // What the advice is depends on what the lines are now, and a toast finds its place beside them.
      await onRefused()
      setRefusal({
        ...NO_REFUSAL,
        sentences: sentencesOf(error.problems),
        lines: linesMark(lines),
        advice: 'look-again',
      })
      return orderFailed('Something in your cart has changed. See what, and place the order again.')
    }
    return orderFailed('There was an error placing your order. Please try again.')
  }

  function sentencesOf(problems: OrderFailed['problems']): readonly string[] {
    return problems.map((problem) => problemSentence(problem, nameOf(problem.productId, problem.productName)))
  }

  function nameOf(productId: number, known: string | null): string {
    return known ?? lines.find((line) => line.productId === productId)?.product.name ?? `Product ${productId}`
  }

  return (
    <Form
      form={form}
      aria-label="Checkout"
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10 xl:grid-cols-[minmax(0,1fr)_27rem]"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <InvalidFields />
        <FormSection number={1} title="Contact Information">
          <div className="grid gap-5 sm:grid-cols-2">
            <ContactField {...register('customerEmail')} error={errorOf('customerEmail')} className="sm:col-span-2" />
            <ContactField {...register('customerName')} error={errorOf('customerName')} />
            <ContactField {...register('customerPhone')} error={errorOf('customerPhone')} optional />
          </div>
          <Checkbox
            {...register('ageVerification')}
            error={errorOf('ageVerification')}
            label="I confirm that I am 13 years of age or older"
          />
        </FormSection>

        <FormSection number={2} title="Shipping Address">
          <SavedAddressChoice name="shippingAddress" addresses={savedAddresses} />
          <AddressFields name="shippingAddress" />
          <Checkbox
            checked={wantsSaved}
            onChange={(event) => setWantsSaved(event.target.checked)}
            label="Save this address"
            hint="It goes into your address book once the order is placed."
          />
          {offered !== null && <ShippingSection standardCents={standardCosts.shippingCents} expressCents={offered} />}
        </FormSection>

        <FormSection number={3} title="Billing Address">
          <BillingSection savedAddresses={savedAddresses} error={errorOf('billingAddress')} />
        </FormSection>

        <FormSection number={4} title="Payment Method">
          <PaymentSection />
        </FormSection>
      </div>

      <CheckoutSummary
        lines={lines}
        costs={costs}
        noteOf={noteOf}
        notice={<OrderProblems refusal={refusal} lines={lines} hasBlockedLines={hasBlockedLines} />}
      >
        {renderDelivery(expressCents === null ? 'standard' : 'express')}
        <OfflineNote action="place the order" className="empty:-mt-5" />
        <SubmitButton size="large" wide disabled={isLeaving} sending="Processing...">
          {isLeaving ? 'Processing...' : 'Place Order'}
        </SubmitButton>
      </CheckoutSummary>
    </Form>
  )
}
