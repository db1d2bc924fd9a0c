import type { SavedAddress as SavedAddressContract } from '#contracts/account'
import type { SavedAddress } from '#modules/identity'

export function presentSavedAddress({ createdAt, updatedAt, ...address }: SavedAddress): SavedAddressContract {
  return { ...address, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
