import type { Supplier as SupplierContract, SupplierBody } from '#contracts/suppliers'
import type { AdminModule, ListedSupplier } from '#modules/admin'

type Rules = Parameters<AdminModule['suppliers']['create']>[0]

export function presentSupplier({
  id,
  name,
  key,
  priceRule,
  whenLeft,
  reading,
  products,
}: ListedSupplier): SupplierContract {
  return {
    id,
    name,
    key,
    priceRule: priceRule && { base: priceRule.base, percent: priceRule.permille / 10, rounding: priceRule.rounding },
    whenLeft,
    products,
    isKnown: reading !== null,
  }
}

/** What staff typed, with percent as whole tenths. */
export function supplierRulesOf({ name, key, priceRule, whenLeft }: SupplierBody): Rules {
  return {
    name,
    key,
    whenLeft,
    priceRule: priceRule && {
      base: priceRule.base,
      permille: Math.round(priceRule.percent * 10),
      rounding: priceRule.rounding,
    },
  }
}
