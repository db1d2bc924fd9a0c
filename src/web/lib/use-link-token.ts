import { useCallback, useEffect, useState } from 'react'
import { ApiError } from './api-client.ts'
import { useLateSearchParams } from './late-navigation.ts'
import { tabStorage } from './storage.ts'

const keyOf = (page: string) => `link-token-${page}`

/**
 * The token from the link in a mail. It is removed from the address at once, so that nobody reads it
 * over a shoulder, from the history or from a referrer, and stays in this tab, so that a reload loses nothing.
 * @param page names it in the tab's storage
 * @returns null where no link led here, and until the page has taken over in the browser
 */
export function useLinkToken(page: string): { readonly token: string | null; readonly forget: () => void } {
  const [query, changeQuery] = useLateSearchParams()
  const [token, setToken] = useState<string | null>(null)
  const inAddress = query.get('token')

  useEffect(() => {
    const brought = inAddress === null || inAddress === '' ? null : inAddress
    if (brought !== null) tabStorage.setItem(keyOf(page), brought)
    // oxlint-disable-next-line react/set-state-in-effect -- the server's page is the same for everybody
    setToken((known) => brought ?? known ?? tabStorage.getItem(keyOf(page)))
    if (inAddress === null) return
    changeQuery((current) => current.delete('token'), { replace: true, preventScrollReset: true })
  }, [page, inAddress, changeQuery])

  const forget = useCallback(() => tabStorage.removeItem(keyOf(page)), [page])
  return { token, forget }
}

/** Whether the shop says that a link is unknown, used or too old; what else fails may succeed later. */
export function isUnknownLink(error: unknown): boolean {
  return error instanceof ApiError && error.body !== null && (error.status === 404 || error.status === 400)
}

/**
 * Why a call with a link failed: the shop's reason, or that the link can be tried again.
 * @param onUnknown called for a link that never works again, of which nothing is said here
 */
export function linkProblem(error: unknown, onUnknown: () => void): string | null {
  if (error instanceof ApiError && error.body !== null && (error.status === 409 || error.status === 429))
    return error.body.message
  if (!isUnknownLink(error)) return 'We could not reach the shop. Your link still works; please try again.'
  onUnknown()
  return null
}
