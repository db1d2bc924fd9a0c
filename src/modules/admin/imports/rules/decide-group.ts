import type { Product, ProductKeys } from '#modules/catalog'
import type { ProductImport, RowResult } from '../import.ts'
import { decideRow, markOf, markWithStockOf, type Decision } from './decide-row.ts'
import { keyOf, type ReadRow } from './read-row.ts'

type GoodRow = Extract<ReadRow, { refused: null }>

/** A row, and the line that has its product already. */
export interface ReadyRow {
  readonly row: ReadRow
  readonly repeats: number | null
}

/** What is to be done with a row of a group, and what its result says. */
export interface Decided {
  readonly decision: Decision | null
  readonly result: RowResult
}

/** Each product once per file: of several rows the first good one counts. @param seen the lines of the file so far, by their products */
export function withRepeats(row: ReadRow, seen: Map<string, number>): ReadyRow {
  if (row.refused !== null) return { row, repeats: null }
  const key = keyOf(row.values)
  const repeats = seen.get(key) ?? null
  if (repeats === null) seen.set(key, row.line)
  return { row, repeats }
}

/** What the products of these rows are looked up by. */
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

/** Decides the rows of a group, one after the other, by the products that their keys have found. */
export function decideGroup(
  { mode, blank, preview }: Pick<ProductImport, 'mode' | 'blank' | 'preview'>,
  ready: readonly ReadyRow[],
  found: readonly Product[],
): Decided[] {
  const bySku = new Map(found.map((product) => [product.sku, product]))
  const byName = new Map<string, Product[]>()
  for (const product of found) byName.set(product.name, [...(byName.get(product.name) ?? []), product])
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

const SHOWN_OF_NEW = ['sku', 'brand', 'category', 'priceCents', 'stockQuantity'] as const

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
      // What is written can be looked at as a product; what would be written is shown here.
      const changes = preview
        ? SHOWN_OF_NEW.map((field) => ({ field, before: null, after: JSON.stringify(content[field]) }))
        : []
      return { ...plain, warnings, changes, mark: preview ? null : markWithStockOf(content) }
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
        mark: preview ? null : markOf({ ...product, ...set }),
      }
    }
  }
}
