import type { z } from 'zod'
import { SavedAddressBody } from '#contracts/account'
import type { AddressForm } from './address-form.ts'

/** An address as the contract checks it; the form is the narrower type, since it leaves no field out. */
export const addressSchema = SavedAddressBody as unknown as z.ZodType<AddressForm, AddressForm>
