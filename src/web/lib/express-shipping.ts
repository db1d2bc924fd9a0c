import { createContext, use } from 'react'
import { formatMoney } from '#platform/shared-kernel/money'

/** What express shipping costs at the checkout, in cents; null where it is arranged by phone. */
export const ExpressShippingContext = createContext<number | null>(null)

export function useExpressShipping(): number | null {
  return use(ExpressShippingContext)
}

/** How one gets express shipping, in the words of pages. */
export interface ExpressWords {
  /** Behind "express 1-2 business days". */
  readonly way: string
  /** Behind a comma or "shipping". */
  readonly shortWay: string
  /** A sentence that says what to do. */
  readonly advice: string
}

/** @param cents null where it is arranged by phone */
export function expressWords(cents: number | null): ExpressWords {
  if (cents === null)
    return {
      way: ' and is arranged by phone',
      shortWay: ', arranged by phone',
      advice: 'Ask us for express by phone before you order.',
    }
  const price = formatMoney(cents)
  return {
    way: ` for ${price}`,
    shortWay: ` for ${price}`,
    advice: `Choose express at the checkout for ${price}.`,
  }
}

export function useExpressWords(): ExpressWords {
  return expressWords(useExpressShipping())
}
