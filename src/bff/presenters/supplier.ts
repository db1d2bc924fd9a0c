import { mayDo, type StaffRole } from '#contracts/staff-roles'
import type {
  ListFetch as ListFetchContract,
  ProductLists as ProductListsContract,
  SourceBody,
  Supplier as SupplierContract,
  SupplierBody,
} from '#contracts/suppliers'
import type { AdminModule, ListedSupplier, ListFetch, ProductLists } from '#modules/admin'

type Rules = Parameters<AdminModule['suppliers']['create']>[0]

/** A supplier as this role sees them: the whole address of the list is for those who may change it. */
export function presentSupplier(supplier: ListedSupplier, role: StaffRole): SupplierContract {
  const { id, version, name, key, priceRule, whenLeft, reading, products, source, nextFetchAt, latestFetch } = supplier
  return {
    id,
    version,
    name,
    key,
    priceRule: priceRule && { base: priceRule.base, percent: priceRule.permille / 10, rounding: priceRule.rounding },
    whenLeft,
    products,
    isKnown: reading !== null,
    source: source && presentSource(source, role),
    nextFetchAt: nextFetchAt?.toISOString() ?? null,
    latestFetch: latestFetch && presentListFetch(latestFetch),
  }
}

function presentSource(
  { url, signIn, signInName, isOn, time, mailTo }: NonNullable<ListedSupplier['source']>,
  role: StaffRole,
): SupplierContract['source'] {
  const shown = { signIn, signInName, isOn, time, mailTo: [...mailTo] }
  return { url: mayDo(role, 'imports.write') ? url : null, host: new URL(url).host, ...shown }
}

export function presentListFetch({
  by,
  startedAt,
  endedAt,
  counts,
  mailedAt: _mailedAt,
  supplierId: _supplierId,
  ...rest
}: ListFetch): ListFetchContract {
  return {
    ...rest,
    by: by?.name ?? null,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    counts: counts && { ...counts },
  }
}

/** What staff typed; an empty secret keeps the former one. */
export function sourceOf({ secret, version: _seen, ...typed }: SourceBody) {
  const settings = { ...typed, signInName: typed.signIn === 'none' ? '' : typed.signInName }
  return { settings, secret: secret === '' ? null : secret }
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

export function presentProductLists({ suppliers, latest }: ProductLists): ProductListsContract {
  return {
    suppliers: suppliers.map((supplier) => ({ ...supplier })),
    latest: latest && { ...latest, at: latest.at.toISOString() },
  }
}
