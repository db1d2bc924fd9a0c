import type { SearchReading } from '#contracts/catalog'
import { groupDigits } from '#platform/shared-kernel/money'
import { formatPrice } from '../../lib/format.ts'

interface SearchNoteProps {
  readonly reading: SearchReading
  /** How many products were found. */
  readonly total: number
  /** Whether the visitor chose an order, which counts more than "cheap". */
  readonly isSorted: boolean
}

const FIRST = { 'price-low': 'Lowest price first.', 'page-cost': 'Cheapest page first.' } as const

const GRAMS_PER_POUND = 453.6

/** Weights are asked for in pounds or kilograms. */
function formatWeight(grams: number): string {
  return `${Math.round(grams / GRAMS_PER_POUND)} lb (${Math.round(grams / 100) / 10} kg)`
}

/**
 * Says how a search was understood: which words were left out, and what it says about price, speed, weight, and what it
 * does not want, unless a chip above says that and takes it back.
 */
export function SearchNote({ reading, total, isSorted }: SearchNoteProps) {
  const { asked, kept, leastPrice, mostPrice, sort, leastSpeed, leastGrams, mostGrams, without, wider } = reading
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
    leastGrams !== null && `${formatWeight(leastGrams)} or more.`,
    mostGrams !== null && `Up to ${formatWeight(mostGrams)}.`,
    without.length > 0 && wider === null && `Without ${without.join(', ')}.`,
    sort !== null && !isSorted && FIRST[sort],
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 && <p className="mb-4 text-soft">{sentences.join(' ')}</p>
}
