import type { Product, ProductKeys } from '#modules/catalog'
import type { ProductImport, RowResult } from '../import.ts'
import { fingerprintOf, fingerprintWithStockOf } from '../../product-changes/product-changes.api.ts'
import { decideRow, type Decision } from './decide-row.ts'
import { skipWith } from './corrected-cells.ts'
import { identitiesOf, type GoodRow, type Meaning, type ReadRow } from './read-row.ts'

/** A row, and the earlier line of the file with the same product, if there is one. */
export interface ReadyRow {
  readonly row: ReadRow
  readonly repeats: number | null
}

/** What to do with a row of a group, and its result. */
export interface Decided {
  readonly decision: Decision | null
  readonly result: RowResult
}

/**
 * Each product counts once per file: of several rows with the same key, the first valid one.
 * @param seen the lines so far, by the keys of their products
 */
export function withRepeats(row: ReadRow, seen: Map<string, number>): ReadyRow {
  if (row.refused !== null) return { row, repeats: null }
  const identities = identitiesOf(row)
  const repeats = identities.map((identity) => seen.get(identity)).find((line) => line !== undefined) ?? null
  if (repeats === null) for (const identity of identities) seen.set(identity, row.line)
  return { row, repeats }
}

/** What the rows of a group name their products by. */
export interface RowKeys extends ProductKeys {
  readonly gtins: readonly string[]
}

/** The products that rows may mean. */
export interface Candidates {
  readonly products: readonly Product[]
  /** By the EANs of the rows. */
  readonly byGtin: ReadonlyMap<string, Product>
  /** Those of the supplier that a version before this one numbered otherwise, by the number that a row has. */
  readonly byFormerSku: ReadonlyMap<string, Product>
  /** Those of the products that earlier groups of the same list have named by an EAN. */
  readonly named: ReadonlySet<number>
}

/** The keys by which the products of these rows are looked up. */
export function keysOf(ready: readonly ReadyRow[]): RowKeys {
  const skus: string[] = []
  const names: string[] = []
  const gtins: string[] = []
  for (const { row, repeats } of ready) {
    const means = row.refused === null ? row : row.means
    if (means === null || repeats !== null) continue
    const { key, values } = means
    if (values.sku) skus.push(values.sku)
    if (key.by !== 'sku' && values.name !== undefined) names.push(values.name)
    if (key.by === 'gtin') gtins.push(key.gtin)
  }
  return { skus, names, gtins }
}

/**
 * Decides the rows of a group one after the other.
 * @param candidates those that the rows' keys match
 * @param meantBefore the products that rows of the groups before have meant, as far as these are written
 */
export function decideGroup(
  { mode, blank, preview, skips }: Pick<ProductImport, 'mode' | 'blank' | 'preview' | 'skips'>,
  ready: readonly ReadyRow[],
  { products, byGtin, byFormerSku, named: namedBefore }: Candidates,
  meantBefore: ReadonlySet<number>,
): Decided[] {
  const bySku = new Map(products.map((product) => [product.sku, product]))
  const byName = new Map<string, Product[]>()
  for (const product of products) byName.set(product.name, [...(byName.get(product.name) ?? []), product])
  /** Those that a row before has meant, whether it changes them or not. */
  const meant = new Set<number>()
  const wasMeant = (id: number) => meant.has(id) || meantBefore.has(id)
  // What the list names by one EAN is not meant by a row with another one.
  const named = new Set([...namedBefore, ...[...byGtin.values()].map(({ id }) => id)])

  function candidatesOf({ key, values }: Meaning): readonly Product[] {
    const sameName = byName.get(values.name ?? '') ?? []
    if (key.by === 'name') return sameName
    const found = key.by === 'sku' ? (bySku.get(key.sku) ?? byFormerSku.get(key.sku)) : byGtin.get(key.gtin)
    if (found !== undefined) return [found]
    // An EAN that no list has named before: brand and name are what is left, of what this list calls by no other one.
    return key.by === 'gtin'
      ? sameName.filter(({ id, brand }) => brand === (values.brand ?? brand) && !named.has(id))
      : []
  }

  const decided = ready.map(({ row, repeats }): Decided => {
    if (row.refused !== null) {
      const [product] = row.means === null ? [] : candidatesOf(row.means)
      return { decision: null, result: resultOf(row, row.refused, product) }
    }
    if (repeats !== null)
      return {
        decision: null,
        result: resultOf(row, {
          outcome: 'failed',
          reason: `Line ${repeats} has the same ${repeatedKeyOf(row)}.`,
        }),
      }
    const candidates = candidatesOf(row)
    const decision = refusingTakenSku(decideRow(row, candidates, { mode, blank }), bySku)
    if (decision.outcome === 'updated' && wasMeant(decision.product.id)) {
      return {
        decision: null,
        result: resultOf(row, { outcome: 'failed', reason: 'A row before this one is of the same product.' }),
      }
    }
    if ('product' in decision) {
      meant.add(decision.product.id)
      if (row.key.by === 'gtin') named.add(decision.product.id)
    }
    if (decision.outcome === 'failed') return { decision, result: resultOf(row, decision, candidates[0]) }
    return { decision, result: resultOfDecision(row, decision, preview) }
  })
  if (skips.length === 0) return decided
  const skip = skipWith({ skips })
  return decided.map(({ decision, result }) => ({ decision, result: skip(result) }))
}

/** A row that finds its product in another way may bring a number that another product has. */
function refusingTakenSku(decision: Decision, bySku: ReadonlyMap<string | null, Product>): Decision {
  const [sku, id] =
    decision.outcome === 'created'
      ? [decision.content.sku, null]
      : decision.outcome === 'updated'
        ? [decision.set.sku ?? null, decision.product.id]
        : [null, null]
  const owner = sku === null ? undefined : bySku.get(sku)
  if (owner === undefined || owner.id === id) return decision
  return { outcome: 'failed', reason: `The sku "${sku}" belongs to another product, "${owner.name}".` }
}

/** By what a row repeats another one; one that is known by its name may have a number beside it. */
function repeatedKeyOf({ key, values }: Meaning): string {
  if (key.by === 'name') return values.sku ? 'brand and name, or sku' : 'brand and name'
  return key.by === 'sku' ? 'sku' : 'EAN or sku'
}

function resultOf(
  { line, name }: ReadRow,
  { outcome, reason }: { readonly outcome: 'skipped' | 'failed'; readonly reason: string },
  meant?: Product,
): RowResult {
  return { line, name, outcome, reason, productId: meant?.id ?? null, warnings: [], changes: [], mark: null }
}

const SHOWN_OF_NEW = [
  'sku',
  'brand',
  'category',
  'priceCents',
  'originalPriceCents',
  'stockQuantity',
  'description',
] as const

type Settled = Exclude<Decision, { readonly outcome: 'failed' }>

function resultOfDecision(row: GoodRow, decision: Settled, preview: boolean): RowResult {
  const { line, costCents } = row
  const { outcome, warnings } = decision
  const known = decision.outcome === 'created' ? null : decision.product
  const result: RowResult = {
    line,
    name: row.name || (known?.name ?? ''),
    outcome,
    reason: null,
    productId: known?.id ?? null,
    warnings,
    changes: changesOf(decision, preview),
    mark: preview ? null : markOf(decision),
  }
  return preview && costCents !== null ? { ...result, costCents } : result
}

function changesOf(decision: Settled, preview: boolean): RowResult['changes'] {
  if (decision.outcome === 'updated') return decision.changes
  // Only a preview shows the values of a new product; later the product itself does.
  if (decision.outcome === 'unchanged' || !preview) return []
  return SHOWN_OF_NEW.map((field) => ({ field, before: null, after: JSON.stringify(decision.content[field]) }))
}

function markOf(decision: Settled): string | null {
  if (decision.outcome === 'created') return fingerprintWithStockOf(decision.content)
  return decision.outcome === 'updated' ? fingerprintOf({ ...decision.product, ...decision.set }) : null
}
