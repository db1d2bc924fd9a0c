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

/** Whether nothing was typed but the name, which comes from the profile. */
export function isUntouched({ address, address2, city, state, zipCode }: AddressFields): boolean {
  return [address, address2, city, state, zipCode].every((text) => text.trim() === '')
}

/** Whether the book has this address already; people write the same street in capitals or not. */
export function isInBook(book: readonly SavedAddress[], address: AddressFields): boolean {
  const key = (of: AddressFields) =>
    [of.firstName, of.lastName, of.address, of.address2, of.city, of.state, of.zipCode]
      .map((text) => text.trim().toLowerCase())
      .join('|')
  return book.some((saved) => key(fieldsOfSaved(saved)) === key(address))
}
