import type { ImportColumn } from '../import.ts'
import { recognizeColumns } from '../reading/columns.ts'
import { findEncoding, findFile, type FoundFile } from '../reading/find-file.ts'
import { readRows } from '../reading/read-file.ts'
import { readWorkbook } from '../reading/workbook.ts'
import { decideRow } from '../rules/decide-row.ts'
import { readRow } from '../rules/read-row.ts'
import type { ListedProduct } from './list-writer.ts'

/** What staff say of a list before its preview is right, by column: number formats, and categories of values. */
export interface ListAnswers {
  readonly numbers?: Readonly<Record<string, 'point' | 'comma'>>
  readonly categories?: Readonly<Record<string, string>>
  readonly pieces?: Readonly<Record<string, number>>
}

/** When the lists of tests come. */
const TODAY = new Date('2026-11-23T08:00:00Z')

async function* inPieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
}

/** What a file gives with these answers of staff: products, rows aside, and rows that failed. */
export async function importOf(
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Buffer },
  answers: ListAnswers,
): Promise<{
  readonly found: FoundFile
  readonly products: readonly ListedProduct[]
  readonly failed: readonly string[]
  /** What the preview says of rows that staff should look at. */
  readonly warnings: readonly string[]
  readonly aside: number
}> {
  const isXlsx = fileName.endsWith('.xlsx')
  const table = isXlsx ? Buffer.concat([...(await readWorkbook(bytes, null)).csv]) : bytes
  const open = () => inPieces(table)
  const utf8 = { encoding: 'utf-8', isSure: true, others: [] }
  const found = isXlsx ? await findFile(open, utf8, ',') : await findFile(open, await findEncoding(open()))
  const fields = recognizeColumns(
    found.columns.map(({ header }) => header),
    found.columns.map(({ samples }) => samples),
    found.columns.map(({ units }) => units),
  )
  const columns: ImportColumn[] = found.columns.map((column, index) => ({
    ...column,
    field: fields[index] ?? null,
    numbers: answers.numbers?.[column.header] ?? column.numbers,
    ...(answers.pieces?.[column.header] === undefined ? {} : { pieces: answers.pieces[column.header] }),
  }))
  const rules = {
    columns,
    delimiter: found.delimiter,
    categories: new Map(Object.entries(answers.categories ?? {})),
    unpriced: false,
    hasPriceNote: found.priceNote !== null,
    today: TODAY,
    key: 'sku' as const,
    priceRule: null,
    isNoted: false,
  }
  const products: ListedProduct[] = []
  const failed: string[] = []
  const warnings: string[] = []
  let aside = 0
  for await (const group of readRows(open(), found)) {
    for (const row of group) {
      const read = readRow(row, rules)
      if (read.refused !== null) {
        if (read.refused.outcome === 'skipped') aside += 1
        else failed.push(`line ${read.line}: ${read.refused.reason}`)
        continue
      }
      warnings.push(...read.warnings.map((warning) => `line ${read.line}: ${warning}`))
      const decision = decideRow(read, [], { mode: 'create', blank: 'keep' })
      if (decision.outcome !== 'created') throw new Error(decision.outcome)
      const { sku, name, brand, category, priceCents, originalPriceCents, stockQuantity, inStock } = decision.content
      products.push({ sku: sku ?? '', name, brand, category, priceCents, originalPriceCents, stockQuantity, inStock })
    }
  }
  return { found, products, failed, warnings, aside }
}
