import { zodResolver } from '@hookform/resolvers/zod'
import { SavedAddressBody } from '#contracts/account'
import type { AddressForm } from './address-form.ts'

/** An address as the contract checks it; the form is the narrower type, since it leaves no field out. */
export const checkAddress = zodResolver<AddressForm, unknown, AddressForm>(SavedAddressBody as never)
