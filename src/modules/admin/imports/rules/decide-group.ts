import type { Product, ProductKeys } from '#modules/catalog'
import type { ProductImport, RowResult } from '../import.ts'
import { fingerprintOf, fingerprintWithStockOf } from '../../product-changes/product-changes.api.ts'
import { decideRow, type Decision } from './decide-row.ts'
import { keyOf, type ReadRow } from './read-row.ts'

type GoodRow = Extract<ReadRow, { refused: null }>

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
  const key = keyOf(row.values)
  const repeats = seen.get(key) ?? null
  if (repeats === null) seen.set(key, row.line)
  return { row, repeats }
}

/** The keys by which the products of these rows are looked up. */
export function keysOf(ready: readonly ReadyRow[]): ProductKeys {
  const skus: string[] = []
  const names: string[] = []
  for (const { row, repeats } of ready) {
    if (row.refused !== null || repeats !== null) continue
    if (row.values.sku) skus.push(row.values.sku)
    else if (row.values.name !== undefined) names.push(row.values.name)
  }
  return { skus, names }
}

/** Decides the rows of a group one after the other. @param products those that the rows' keys match */
export function decideGroup(
  { mode, blank, preview }: Pick<ProductImport, 'mode' | 'blank' | 'preview'>,
  ready: readonly ReadyRow[],
  products: readonly Product[],
): Decided[] {
  const bySku = new Map(products.map((product) => [product.sku, product]))
  const byName = new Map<string, Product[]>()
  for (const product of products) byName.set(product.name, [...(byName.get(product.name) ?? []), product])
  const touched = new Set<number>()

  return ready.map(({ row, repeats }) => {
    if (row.refused !== null) return { decision: null, result: resultOf(row, row.refused) }
    if (repeats !== null)
      return {
        decision: null,
        result: resultOf(row, {
          outcome: 'failed',
          reason: `Line ${repeats} has the same ${row.values.sku ? 'sku' : 'brand and name'}.`,
        }),
      }
    const candidates = row.values.sku
      ? [bySku.get(row.values.sku)].filter((product) => product !== undefined)
      : (byName.get(row.values.name ?? '') ?? [])
    const decision = decideRow(row, candidates, { mode, blank })
    if (decision.outcome === 'updated' && touched.has(decision.product.id)) {
      return {
        decision: null,
        result: resultOf(row, { outcome: 'failed', reason: 'A row before this one changes the same product.' }),
      }
    }
    if (decision.outcome === 'updated') touched.add(decision.product.id)
    return { decision, result: resultOfDecision(row, decision, preview) }
  })
}

function resultOf(
  { line, name }: ReadRow,
  { outcome, reason }: { readonly outcome: 'skipped' | 'failed'; readonly reason: string },
): RowResult {
  return { line, name, outcome, reason, productId: null, warnings: [], changes: [], mark: null }
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

function resultOfDecision(row: GoodRow, decision: Decision, preview: boolean): RowResult {
  const { line, name } = row
  const plain = {
    line,
    name,
    outcome: decision.outcome,
    reason: null,
    productId: null,
    warnings: [],
    changes: [],
    mark: null,
  } as const
  switch (decision.outcome) {
    case 'failed':
      return resultOf(row, decision as { outcome: 'failed'; reason: string })
    case 'created': {
      const { content, warnings } = decision
      // Only a preview shows the values of a new product; later the product itself does.
      const changes = preview
        ? SHOWN_OF_NEW.map((field) => ({ field, before: null, after: JSON.stringify(content[field]) }))
        : []
      return { ...plain, warnings, changes, mark: preview ? null : fingerprintWithStockOf(content) }
    }
    case 'unchanged':
      return { ...plain, name: name || decision.product.name, productId: decision.product.id }
    default: {
      const { product, set, warnings, changes } = decision
      return {
        ...plain,
        name: name || product.name,
        productId: product.id,
        warnings,
        changes,
        mark: preview ? null : fingerprintOf({ ...product, ...set }),
      }
    }
  }
}
