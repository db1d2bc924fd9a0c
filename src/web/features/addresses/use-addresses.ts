import { ADDRESSES_PATH } from '#contracts/api-paths'
import { api } from '../../lib/api-client.ts'
import { apiOnce, deleteAt } from '../../lib/api-once.ts'
import { useRead } from '../../lib/use-read.ts'
import type { AddressForm } from './address-form.ts'

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
    save: (id: string, form: AddressForm) =>
      change(() => api(`${ADDRESSES_PATH}/${encodeURIComponent(id)}`, { method: 'PUT', body: form })),
    remove: (id: string) => change(() => deleteAt(`${ADDRESSES_PATH}/${encodeURIComponent(id)}`)),
  }
}
