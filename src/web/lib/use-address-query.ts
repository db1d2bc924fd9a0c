import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useLateSearchParams } from './late-navigation.ts'

/** The query of the page's address, and how to change parts of it; an empty value takes the part away. */
export interface AddressQuery {
  get(name: string): string
  /** Number of the page in view, from 1. */
  readonly page: number
  /** Every change but one of the page itself leads back to the first page. Nothing happens once the visitor has left. */
  set(changes: Readonly<Record<string, string>>, options?: { readonly replace?: boolean }): void
}

/** Keeps what a list shows in the address, so that it survives a reload, can be shared, and Back works. */
export function useAddressQuery(): AddressQuery {
  const [parameters, changeParameters] = useLateSearchParams()
  const { state } = useLocation() as { readonly state: unknown }
  const page = Number(parameters.get('page'))
  const set = useCallback<AddressQuery['set']>(
    (changes, { replace = false } = {}) => {
      changeParameters(
        (query) => {
          query.delete('page')
          for (const [name, value] of Object.entries(changes)) {
            if (value === '') query.delete(name)
            else query.set(name, value)
          }
        },
        // The same place of the history stays what it was, such as something opened over the list.
        { replace, ...(replace && { state }) },
      )
    },
    [changeParameters, state],
  )
  return { get: (name) => parameters.get(name) ?? '', page: Number.isInteger(page) && page > 0 ? page : 1, set }
}

/** Leads back to the last page when the page in view has gone, with the last row that was on it. */
export function usePageInRange(
  { page, set }: AddressQuery,
  rowsInView: number | undefined,
  total: number,
  pageSize: number,
): void {
  const isBeyond = rowsInView === 0 && page > 1
  const lastPage = Math.ceil(total / pageSize)
  useEffect(() => {
    if (isBeyond) set({ page: lastPage > 1 ? String(lastPage) : '' }, { replace: true })
  }, [isBeyond, lastPage, set])
}
