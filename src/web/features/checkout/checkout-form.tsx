import type { ReactNode } from 'react'
import type { ShippingMethod } from '#contracts/orders'
import { Checkbox } from '../../ui/choice.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { AddressSection } from './address-section.tsx'
import { BillingSection } from './billing-section.tsx'
import { InvalidFields, OrderProblems } from './checkout-notices.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { FormSection } from './form-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { SavedAddressChoice } from './saved-address-choice.tsx'
import { ShippingSection } from './shipping-section.tsx'
import { useCheckout, type CheckoutOptions } from './use-checkout.ts'

interface CheckoutFormProps extends CheckoutOptions {
  readonly noteOf: (productId: number) => ReactNode
  /** Some lines cannot be ordered as they are. */
  readonly hasBlockedLines: boolean
  /** By when to order, and when it arrives. */
  readonly renderDelivery: (method: ShippingMethod) => ReactNode
  /** The session is over, and the sign-in page is about to open. */
  readonly isLeaving: boolean
}

/** The checkout: four numbered sections and the summary (specification 1, sections 2, 4, 5 and 8). */
export function CheckoutForm({ noteOf, hasBlockedLines, renderDelivery, isLeaving, ...options }: CheckoutFormProps) {
  const { lines, savedAddresses } = options
  const { form, costs, offeredExpressCents, isExpress, refusal, wantsSaved, setWantsSaved } = useCheckout(options)
  const { register, errorOf } = form

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
          <SavedAddressChoice name="shippingAddress" addresses={savedAddresses} profile={options.user} />
          <AddressSection name="shippingAddress" />
          <Checkbox
            checked={wantsSaved}
            onChange={(event) => setWantsSaved(event.target.checked)}
            label="Save this address"
            hint="It goes into your address book once the order is placed."
          />
          {offeredExpressCents !== null && (
            <ShippingSection standardCents={options.costs.shippingCents} expressCents={offeredExpressCents} />
          )}
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
        {renderDelivery(isExpress ? 'express' : 'standard')}
        <OfflineNote action="place the order" className="empty:-mt-5" />
        <SubmitButton size="large" wide disabled={isLeaving} sending="Processing...">
          {isLeaving ? 'Processing...' : 'Place Order'}
        </SubmitButton>
      </CheckoutSummary>
    </Form>
  )
}
