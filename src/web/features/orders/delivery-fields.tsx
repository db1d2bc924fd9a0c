import type { z } from 'zod'
import type { Address } from '#contracts/orders'
import { AddressFields } from '../../ui/form/address-fields.tsx'
import type { ContractForm } from '../../ui/form/use-contract-form.ts'

/** The address of an order as it is typed. */
type DeliveryAddress = z.input<typeof Address>

/** Where an order goes. */
export function DeliveryFields({
  form: { register, errorOf },
}: {
  readonly form: ContractForm<DeliveryAddress, Address>
}) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-6">
      <legend className="mb-3 text-lg font-semibold">Deliver to</legend>
      <AddressFields register={register} errorOf={errorOf} autoFill="shipping" />
    </fieldset>
  )
}
