import type { z } from 'zod'
import type {
  FinderParameters,
  FoundPrinter as FoundPrinterContract,
  WayOut as WayOutContract,
} from '#contracts/finder'
import type { ListedProduct } from '#contracts/listed-product'
import type { FinderAnswers, FoundPrinter, WayOut } from '#modules/catalog'
import { toDecimal } from '#platform/shared-kernel/money'

export type FinderAsked = z.output<typeof FinderParameters>

export function toFinderAnswers({ color, ...asked }: FinderAsked): FinderAnswers {
  return { ...asked, color: color === 'yes' }
}

export function presentFoundPrinter(
  { misses, threeYears }: FoundPrinter,
  product: ListedProduct,
): FoundPrinterContract {
  return {
    product,
    misses: [...misses],
    threeYears:
      threeYears === null
        ? null
        : {
            parts: threeYears.parts.map(({ mills, ...part }) => ({ ...part, cents: mills / 10 })),
            total: toDecimal(threeYears.totalCents),
          },
  }
}

export function presentWayOut({ changes, fitting }: WayOut): WayOutContract {
  const { color, ...others } = changes
  return { changes: { ...others, ...(color !== undefined && { color: color ? 'yes' : 'no' }) }, fitting }
}
