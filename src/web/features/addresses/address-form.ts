import type { SavedAddress } from '#contracts/account'

/** An address as it is typed. */
export interface AddressForm {
  type: 'shipping' | 'billing'
  firstName: string
  lastName: string
  company: string
  address: string
  address2: string
  city: string
  state: string
  zipCode: string
  country: string
  phone: string
  isDefault: boolean
}

/** The form as it opens: with this address, or empty but for the customer's name. */
export function addressForm(
  address: SavedAddress | null,
  customer: { readonly firstName: string; readonly lastName: string },
): AddressForm {
  if (address === null) {
    return {
      type: 'shipping',
      ...customer,
      company: '',
      address: '',
      address2: '',
      city: '',
      state: '',
      zipCode: '',
      country: 'US',
      phone: '',
      isDefault: false,
    }
  }
  const {
    type,
    firstName,
    lastName,
    company,
    address: street,
    address2,
    city,
    state,
    zipCode,
    country,
    phone,
    isDefault,
  } = address
  return {
    type,
    firstName,
    lastName,
    company: company ?? '',
    address: street,
    address2: address2 ?? '',
    city,
    state,
    zipCode,
    country,
    phone: phone ?? '',
    isDefault,
  }
}
