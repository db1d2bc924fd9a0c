import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FormProvider, useForm, useWatch, type FieldErrors } from 'react-hook-form'
import type { SavedAddress } from '#contracts/account'
import type { User } from '#contracts/identity'
import type { Order } from '#contracts/orders'
import type { Costs } from '#platform/money'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, FieldError, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddressFields } from './address-section.tsx'
import { forgetDraft, openDraft, saveDraft } from './checkout-draft.ts'
import {
  FIELD_NAMES,
  fieldsOfProfile,
  type AddressFields as TypedAddress,
  type CheckedFields,
  type CheckoutFields,
} from './checkout-fields.ts'
import { InvalidFields, OfflineNotice, OrderProblems } from './checkout-notices.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { FormSection } from './form-section.tsx'
import { PaymentSection } from './payment-section.tsx'
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

interface CheckoutFormProps {
  readonly user: User
  readonly lines: readonly CheckoutLine[]
  readonly costs: Costs
  readonly noteOf: (productId: number) => ReactNode
  /** The customer's address book; empty while it is not known. */
  readonly savedAddresses: readonly SavedAddress[]
  /** The customer wants this address in the book; called once the order is placed. */
  readonly onSaveAddress: (address: TypedAddress) => void
  readonly onPlaced: (order: Order) => void
  /** Lines were refused: the cart must be compared with the shop. */
  readonly onRefused: () => Promise<void>
  /** The session is over. */
  readonly onUnauthorized: () => void
}

/** The checkout: four numbered sections and the summary (specification 1, sections 2, 4, 5 and 8). */
export function CheckoutForm({
  user,
  lines,
  costs,
  noteOf,
  savedAddresses,
  onSaveAddress,
  onPlaced,
  onRefused,
  onUnauthorized,
}: CheckoutFormProps) {
  const [draft] = useState(() => openDraft(user.id, fieldsOfProfile(user)))
  const form = useForm<CheckoutFields, unknown, CheckedFields>({
    defaultValues: draft.fields,
    resolver: useCheckLater(loadCheck),
  })
  const { register, control, handleSubmit, setError, subscribe, formState } = form
  const { errors, isSubmitting } = formState
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isLeaving, setIsLeaving] = useState(false)
  const [wantsSaved, setWantsSaved] = useState(false)
  const isSending = useRef(false)
  const sameAsBilling = useWatch({ control, name: 'sameAsBilling' })

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(user.id, { ...draft, fields: values }),
      }),
    [subscribe, user.id, draft],
  )

  async function send(checked: CheckedFields): Promise<void> {
    const paying = checked.paymentMethod === 'pay_with_card' ? checkTestCard(checked.cardNumber ?? '') : null
    if (paying !== null && paying.outcome !== 'approved') {
      setError('cardNumber', { type: 'declined', message: DECLINED_MESSAGE }, { shouldFocus: true })
      toast({
        title: 'Card declined',
        description: 'Nothing was ordered, and nothing was charged.',
        variant: 'destructive',
      })
      return
    }
    const payload = orderPayload(checked, { lines, costs, userId: user.id, card: paying, sessionId: newSessionId() })
    try {
      const order = await placeOrder(payload, draft.attemptKey)
      forgetDraft()
      const { shippingAddress } = form.getValues()
      if (wantsSaved && !isInBook(savedAddresses, shippingAddress)) onSaveAddress(shippingAddress)
      onPlaced(order)
    } catch (error) {
      await explain(error)
    }
  }

  async function explain(error: unknown): Promise<void> {
    if (error instanceof OrderFailed && error.status === 401) {
      setIsLeaving(true)
      toast({
        title: 'Please sign in',
        description: 'You need to be signed in to place an order. Redirecting...',
        variant: 'destructive',
      })
      return onUnauthorized()
    }
    if (error instanceof OrderFailed && error.problems.length > 0) {
      toast({
        title: 'Order failed',
        description: 'Something in your cart has changed. See what, and place the order again.',
        variant: 'destructive',
      })
      setProblems(
        error.problems.map((problem) => problemSentence(problem, nameOf(problem.productId, problem.productName))),
      )
      return onRefused()
    }
    console.warn(error)
    sayFailed()
    if (error instanceof OrderFailed) showServerFields(error)
  }

  function nameOf(productId: number, known: string | null): string {
    return known ?? lines.find((line) => line.productId === productId)?.product.name ?? `Product ${productId}`
  }

  function showServerFields({ cause }: OrderFailed): void {
    const refused = FIELD_NAMES.filter((name) => cause.body?.fields?.[name] !== undefined)
    refused.forEach((name, index) => {
      setError(name, { type: 'server', message: cause.body?.fields?.[name] ?? '' }, { shouldFocus: index === 0 })
    })
  }

  function sayFailed(): void {
    toast({
      title: 'Order failed',
      description: 'There was an error placing your order. Please try again.',
      variant: 'destructive',
    })
  }

  function sayIncomplete(found: FieldErrors<CheckoutFields>): void {
    if (found.root?.type === CHECK_UNAVAILABLE) return sayFailed()
    toast({
      title: 'Please fill in all required fields',
      description: 'Check the form for any missing or invalid information.',
      variant: 'destructive',
    })
  }

  /** A second press while the first is on its way does nothing, even before the button shows it. */
  async function submitOnce(event: { preventDefault(): void }): Promise<void> {
    event.preventDefault()
    if (isSending.current || isLeaving) return
    isSending.current = true
    setProblems([])
    try {
      await handleSubmit(send, sayIncomplete)(event as never)
    } finally {
      isSending.current = false
    }
  }

  const isBusy = isSubmitting || isLeaving
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Checkout"
        onSubmit={(event) => void submitOnce(event)}
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10 xl:grid-cols-[minmax(0,1fr)_27rem]"
      >
        <div className="flex min-w-0 flex-col gap-6">
          <InvalidFields />
          <FormSection number={1} title="Contact Information">
            <div className="grid gap-5 sm:grid-cols-2">
              <Field label="Email" error={errors.customerEmail?.message} required className="sm:col-span-2">
                <TextInput
                  {...register('customerEmail')}
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              </Field>
              <Field label="Full Name" error={errors.customerName?.message} required>
                <TextInput {...register('customerName')} autoComplete="name" />
              </Field>
              <Field label="Phone" error={errors.customerPhone?.message} optional>
                <TextInput {...register('customerPhone')} type="tel" inputMode="tel" autoComplete="tel" />
              </Field>
            </div>
            <Checkbox
              {...register('ageVerification')}
              error={errors.ageVerification?.message}
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
          </FormSection>

          <FormSection number={3} title="Billing Address">
            <Checkbox {...register('sameAsBilling')} label="Same as shipping address" />
            {!sameAsBilling && (
              <div>
                <div role="alert" className="not-empty:mb-5">
                  <FieldError message={errors.billingAddress?.message} />
                </div>
                <div className="grid gap-5">
                  <SavedAddressChoice name="billingAddress" addresses={savedAddresses} hasNoDefault />
                  <AddressFields name="billingAddress" />
                </div>
              </div>
            )}
          </FormSection>

          <FormSection number={4} title="Payment Method">
            <PaymentSection />
          </FormSection>
        </div>

        <CheckoutSummary lines={lines} costs={costs} noteOf={noteOf} news={<OrderProblems sentences={problems} />}>
          <OfflineNotice />
          <Button type="submit" size="large" wide disabled={isBusy}>
            {isBusy ? 'Processing...' : 'Place Order'}
          </Button>
        </CheckoutSummary>
      </form>
    </FormProvider>
  )
}
