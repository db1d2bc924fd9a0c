import type { SavedAddress } from '#contracts/account'
import type { AddressFields } from './checkout-fields.ts'

/** An address of the book as the form has it. */
export function fieldsOfSaved({
  firstName,
  lastName,
  address,
  address2,
  city,
  state,
  zipCode,
  country,
}: SavedAddress): AddressFields {
  return { firstName, lastName, address, address2: address2 ?? '', city, state, zipCode, country }
}

/** Whether nothing was typed: the name is that of the profile, and the rest is empty. */
export function isUntouched(
  { firstName, lastName, address, address2, city, state, zipCode }: AddressFields,
  profile: Pick<AddressFields, 'firstName' | 'lastName'>,
): boolean {
  const isOwnName = firstName === profile.firstName && lastName === profile.lastName
  return isOwnName && [address, address2, city, state, zipCode].every((text) => text.trim() === '')
}

/** Whether the book has this address already; people write the same street in capitals or not. */
export function isInBook(book: readonly SavedAddress[], address: AddressFields): boolean {
  const key = (of: AddressFields) =>
    [of.firstName, of.lastName, of.address, of.address2, of.city, of.state, of.zipCode]
      .map((text) => text.trim().toLowerCase())
      .join('|')
  return book.some((saved) => key(fieldsOfSaved(saved)) === key(address))
}
