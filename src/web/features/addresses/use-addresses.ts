import type { SavedAddress } from '#contracts/account'
import { ADDRESSES_PATH } from '#contracts/api-paths'
import { api } from '../../lib/api-client.ts'
import { apiOnce, deleteAt } from '../../lib/api-once.ts'
import { useRead } from '../../lib/use-read.ts'
import { addressForm, type AddressForm } from './address-form.ts'

/** The customer's address book, and its actions. Nothing is requested while nobody is signed in. */
export function useAddresses(userId: string | null) {
  const { data, error, retry } = useRead(userId === null ? null : ADDRESSES_PATH, {
    ownerId: userId ?? '',
    revalidateOnMount: true,
  })

  /** @throws ApiError TypeError; the list is read again, because the default may have moved */
  async function change(request: () => Promise<unknown>): Promise<void> {
    await request()
    await retry()
  }

  return {
    data,
    error,
    retry,
    add: (form: AddressForm) => change(() => apiOnce(ADDRESSES_PATH, form)),
    save: (id: string, form: AddressForm) => change(() => put(id, form)),
    makeDefault: (address: SavedAddress) =>
      change(async () => {
        // It is saved whole, and another tab may have corrected it since this one read it.
        const now = (await api(ADDRESSES_PATH)).find(({ id }) => id === address.id) ?? address
        await put(now.id, { ...addressForm(now, now), isDefault: true })
      }),
    remove: (id: string) => change(() => deleteAt(pathOf(id))),
  }
}

const pathOf = (id: string) => `${ADDRESSES_PATH}/${encodeURIComponent(id)}` as const

function put(id: string, form: AddressForm): Promise<unknown> {
  return api(pathOf(id), { method: 'PUT', body: form })
}
