import type { z } from 'zod'
import { SUPPLY_COLORS, type FittingProducts, type Product } from '#contracts/catalog'
import type { CatalogModule, CostedSupply, PageSum } from '#modules/catalog'
import { parseDecimal } from '#platform/shared-kernel/money'

type PresentedSupply = CostedSupply & { readonly product: Product }

/** What belongs to a product: what prints first, black before the colors, then all else; with the sums of a page. */
export function presentFitting(
  products: readonly Product[],
  { sumsOfPage, fittedModel }: Pick<CatalogModule, 'sumsOfPage' | 'fittedModel'>,
  machine: Product | null,
): z.output<typeof FittingProducts> {
  const { black, color } = sumsOfPage(
    products.map((product): PresentedSupply => ({
      product,
      id: product.id,
      priceCents: parseDecimal(product.price) ?? 0,
      pageYield: product.pageYield ?? null,
      supplyColor: product.supplyColor ?? null,
    })),
  )
  return {
    products: products.toSorted((one, other) => placeOf(one) - placeOf(other) || one.id - other.id),
    black: presentSum(black),
    color: presentSum(color),
    model:
      machine === null
        ? null
        : fittedModel(
            { name: machine.name, brand: machine.brand, sku: machine.sku },
            products.map(({ fits = [], brand }) => ({ fits, brand })),
          ),
  }
}

function placeOf({ supplyColor }: Product): number {
  return supplyColor === undefined ? SUPPLY_COLORS.length : SUPPLY_COLORS.indexOf(supplyColor)
}

function presentSum(sum: PageSum<PresentedSupply> | null) {
  if (sum === null) return null
  return {
    cents: sum.mills / 10,
    parts: sum.supplies.flatMap(({ product: { id, price }, pageYield, supplyColor }) =>
      pageYield === null || supplyColor === null ? [] : [{ productId: id, price, pageYield, supplyColor }],
    ),
  }
}
