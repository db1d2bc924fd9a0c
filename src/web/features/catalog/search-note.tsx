import type { SearchReading } from '#contracts/catalog'
import { groupDigits } from '#platform/money'
import { formatPrice } from '../../lib/format.ts'

interface SearchNoteProps {
  readonly reading: SearchReading
  /** How many products were found. */
  readonly total: number
  /** Whether the visitor chose an order, which counts more than "cheap". */
  readonly isSorted: boolean
}

const FIRST = { 'price-low': 'Lowest price first.', 'page-cost': 'Cheapest page first.' } as const

/** Says how a search was understood: which words were left out, and what it says about price and speed. */
export function SearchNote({ reading, total, isSorted }: SearchNoteProps) {
  const { asked, kept, leastPrice, mostPrice, sort, leastSpeed } = reading
  const price =
    leastPrice !== null && mostPrice !== null
      ? `Price from ${formatPrice(leastPrice)} to ${formatPrice(mostPrice)}.`
      : mostPrice !== null
        ? `Price up to ${formatPrice(mostPrice)}.`
        : leastPrice !== null && `Price from ${formatPrice(leastPrice)}.`
  const sentences = [
    kept !== null && `No product has all of: ${asked}.`,
    kept !== null && total > 0 && `${groupDigits(total)} ${total === 1 ? 'has' : 'have'} ${kept}.`,
    price,
    leastSpeed !== null && leastSpeed > 0 && `${leastSpeed} pages a minute or more.`,
    sort !== null && !isSorted && FIRST[sort],
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 && <p className="mb-4 text-soft">{sentences.join(' ')}</p>
}
