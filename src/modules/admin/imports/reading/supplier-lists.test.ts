import { describe, expect, it } from 'vitest'
import type { ImportColumn } from '../import.ts'
import { decideRow } from '../rules/decide-row.ts'
import { readRow } from '../rules/read-row.ts'
import type { ListedProduct } from '../testing/list-writer.ts'
import { supplierLists, type SupplierList } from '../testing/supplier-lists.ts'
import { recognizeColumns } from './columns.ts'
import { findEncoding, findFile } from './find-file.ts'
import { readRows } from './read-file.ts'

async function* inPieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
}

/** What a file gives with these answers of staff: products, rows aside, and rows that failed. */
async function importOf({ bytes }: SupplierList, answers: SupplierList['answers']) {
  const open = () => inPieces(bytes)
  const found = await findFile(open, await findEncoding(open()))
  const fields = recognizeColumns(
    found.columns.map(({ header }) => header),
    found.columns.map(({ samples }) => samples),
  )
  const columns: ImportColumn[] = found.columns.map((column, index) => ({
    ...column,
    field: fields[index] ?? null,
    numbers: answers.numbers?.[column.header] ?? column.numbers,
  }))
  const rules = { columns, categories: new Map(Object.entries(answers.categories ?? {})), unpriced: false }
  const products: ListedProduct[] = []
  const failed: string[] = []
  let aside = 0
  for await (const group of readRows(open(), found)) {
    for (const row of group) {
      const read = readRow(row, rules)
      if (read.refused !== null) {
        if (read.refused.outcome === 'skipped') aside += 1
        else failed.push(`line ${read.line}: ${read.refused.reason}`)
        continue
      }
      const decision = decideRow(read, [], { mode: 'create', blank: 'keep' })
      if (decision.outcome !== 'created') throw new Error(decision.outcome)
      const { sku, name, brand, category, priceCents, originalPriceCents, stockQuantity, inStock } = decision.content
      products.push({ sku: sku ?? '', name, brand, category, priceCents, originalPriceCents, stockQuantity, inStock })
    }
  }
  return { found, products, failed, aside }
}

describe("A supplier's price list as it comes", () => {
  const lists = supplierLists()

  it.each(lists.map((list) => [list.title, list] as const))('%s: every row is read correctly', async (_title, list) => {
    const { products, failed, aside } = await importOf(list, list.answers)
    expect(failed).toEqual([])
    const wrong = products.flatMap((product, index) => {
      const right = list.products[index]
      return JSON.stringify(product) === JSON.stringify(right) ? [] : [{ product, right }]
    })
    expect(wrong.slice(0, 3)).toEqual([])
    expect(products).toHaveLength(list.products.length)
    expect(aside).toBe(list.aside)
  })

  it('reads nothing wrongly before staff have answered: what could mean two things fails', async () => {
    for (const list of lists.filter(({ answers }) => Object.keys(answers).length > 0)) {
      const { products, failed } = await importOf(list, {})
      expect(failed.length).toBeGreaterThan(0)
      const right = new Map(list.products.map((product) => [product.sku, product]))
      for (const product of products) expect(product).toEqual(right.get(product.sku))
    }
  })

  it('is asked about where two answers are possible, and nowhere else', async () => {
    const questions = await Promise.all(
      lists.map(async (list) => {
        const { found } = await importOf(list, {})
        return found.columns.filter(({ isAmbiguous, numbers }) => isAmbiguous && numbers === null).length
      }),
    )
    expect(questions).toEqual(lists.map(({ answers }) => Object.keys(answers.numbers ?? {}).length))
  })
})
