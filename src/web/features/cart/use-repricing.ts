import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fetchCurrentProducts } from '../../lib/current-products.ts'
import type { CartItem } from './cart.ts'
import { noticesOf, reprice, type Findings, type LineNotice } from './reprice.ts'
import { changeCart, readCart, useCart } from './use-cart.ts'

export interface Repricing {
  /** The same list for the same line, until prices are compared again. */
  noticesFor(item: CartItem): readonly LineNotice[]
  /** How many of a line's product are left; null where that is not counted, or not known yet. */
  leftOf(item: CartItem): number | null
  /** Lines that cannot be ordered as they are: gone, sold out, or more wanted than there are. */
  readonly blocked: readonly CartItem[]
  /** How many lines have another price than the visitor knew. */
  readonly changedPrices: number
  /** Some prices could not be compared just now. */
  readonly hasFailed: boolean
  /** Compares again, after an order was refused for one. */
  repriceNow(): Promise<void>
}

/** Compares the cart with the shop when the screen opens, and whenever it is asked to. */
export function useRepricing(): Repricing {
  const { items, isReady } = useCart()
  const [findings, setFindings] = useState<Findings>(new Map())
  const [hasFailed, setHasFailed] = useState(false)
  const known = useRef(findings)
  const newest = useRef(0)

  const repriceNow = useCallback(async () => {
    const productIds = readCart().items.map((item) => item.productId)
    if (productIds.length === 0) return
    const own = ++newest.current
    const current = await fetchCurrentProducts(productIds)
    // What was asked for before a refused order may answer after it.
    if (own !== newest.current) return
    const outcome = reprice(readCart(), current, known.current)
    known.current = outcome.findings
    if (JSON.stringify(outcome.cart) !== JSON.stringify(readCart())) changeCart(() => outcome.cart)
    setFindings(outcome.findings)
    setHasFailed(current.size < productIds.length)
  }, [])

  useEffect(() => {
    if (isReady) void repriceNow()
  }, [isReady, repriceNow])

  const noticesFor = useMemo(() => noticesBy(findings), [findings])
  const blocked = items.filter((item) => noticesFor(item).some((notice) => notice.kind !== 'price-changed'))
  const changedPrices = items.filter((item) =>
    noticesFor(item).some((notice) => notice.kind === 'price-changed'),
  ).length
  const leftOf = (item: CartItem) => findings.get(item.productId)?.left ?? null
  return { noticesFor, leftOf, blocked, changedPrices, hasFailed, repriceNow }
}

/** The notices of each line by these findings, made once, so that a line that is the same has the same. */
function noticesBy(findings: Findings): Repricing['noticesFor'] {
  const lists = new WeakMap<CartItem, readonly LineNotice[]>()
  return (item) => {
    const list = lists.get(item) ?? noticesOf(item, findings.get(item.productId))
    lists.set(item, list)
    return list
  }
}
