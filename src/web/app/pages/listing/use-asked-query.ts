import { startTransition, useCallback, useLayoutEffect, useOptimistic, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListingQuery } from '#contracts/listing'
import { listingLink } from '../../../features/catalog/listing-query.ts'
import { paths } from '../../../lib/paths.ts'

type ChangeOf = (asked: ListingQuery) => ListingQuery

/**
 * What the visitor has asked a list for, and how they ask for more. The router shows a new address when it is ready to;
 * what is pressed meanwhile adds to what was.
 * @param query what the page's address asks for
 */
export function useAskedQuery(query: ListingQuery) {
  const navigate = useNavigate()
  const [asked, ask] = useOptimistic(query)
  const latest = useRef(asked)
  useLayoutEffect(() => {
    latest.current = asked
  })
  const change = useCallback(
    (changeOf: ChangeOf, addressOf = paths.listing) =>
      startTransition(() => {
        const next = changeOf(latest.current)
        latest.current = next
        ask(next)
        void navigate(addressOf(next))
      }),
    [ask, navigate],
  )
  /** The same for what stands above the products: on a category's own screen the address leads to them. */
  const follow = useCallback((changeOf: ChangeOf) => change(changeOf, listingLink), [change])
  return { asked, change, follow }
}
