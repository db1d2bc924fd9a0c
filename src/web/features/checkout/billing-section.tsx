import { useDeferredValue } from 'react'
import { get, useFormContext, useWatch } from 'react-hook-form'
import type { SavedAddress } from '#contracts/account'
import { Checkbox } from '../../ui/choice.tsx'
import { FieldError } from '../../ui/field.tsx'
import { AddressSection } from './address-section.tsx'
import { FIELD_NAMES, type CheckoutFields } from './checkout-fields.ts'
import { SavedAddressChoice } from './saved-address-choice.tsx'

interface BillingSectionProps {
  readonly savedAddresses: readonly SavedAddress[]
  /** What is wrong with the address as a whole. */
  readonly error: string | undefined
}

const BILLING_FIELDS = FIELD_NAMES.filter((name) => name.startsWith('billingAddress.'))

/** The billing address: that of the shipping, or one of its own. */
export function BillingSection({ savedAddresses, error }: BillingSectionProps) {
  const {
    register,
    control,
    clearErrors,
    formState: { errors },
  } = useFormContext<CheckoutFields>()
  const isIncomplete = BILLING_FIELDS.some((name) => get(errors, name) !== undefined)
  const hasOwn = !useWatch({ control, name: 'sameAsBilling' })
  // The box answers the press, and its ten fields come right after that is painted.
  const isRendered = useDeferredValue(hasOwn)
  return (
    <>
      <Checkbox
        {...register('sameAsBilling', { onChange: () => clearErrors('billingAddress') })}
        label="Same as shipping address"
      />
      {hasOwn && isRendered && (
        <div>
          <div role="alert" className="not-empty:mb-5">
            <FieldError message={isIncomplete ? error : undefined} />
          </div>
          <div className="grid gap-5">
            <SavedAddressChoice name="billingAddress" addresses={savedAddresses} />
            <AddressSection name="billingAddress" />
          </div>
        </div>
      )}
    </>
  )
}
