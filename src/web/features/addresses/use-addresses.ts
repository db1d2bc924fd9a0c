import useSWR from 'swr'
import type { SavedAddress } from '#contracts/account'
import { api } from '../../lib/api-client.ts'
import type { AddressForm } from './address-form.ts'

const ADDRESSES_PATH = '/api/user/addresses'

/** The customer's address book, and what can be done with it. Nothing is asked for while nobody is signed in. */
export function useAddresses(userId: string | null) {
  // With the customer in the key, so that the next one on this browser never sees these.
  const key = userId === null ? null : ([ADDRESSES_PATH, userId] as const)
  const { data, error, mutate } = useSWR<readonly SavedAddress[] | null, unknown>(key, { revalidateOnMount: true })

  /** @throws ApiError TypeError; the list is read anew, since the default may have moved */
  async function change(request: () => Promise<unknown>): Promise<void> {
    await request()
    await mutate().catch(() => undefined)
  }

  return {
    addresses: data ?? undefined,
    error,
    retry: () => void mutate().catch(() => undefined),
    add: (form: AddressForm) => change(() => api(ADDRESSES_PATH, { method: 'POST', body: form })),
    save: (id: string, form: AddressForm) =>
      change(() => api(`${ADDRESSES_PATH}/${encodeURIComponent(id)}`, { method: 'PUT', body: form })),
    remove: (id: string) => change(() => api(`${ADDRESSES_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' })),
  }
}
