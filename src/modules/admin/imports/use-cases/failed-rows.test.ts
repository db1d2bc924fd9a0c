import { describe, expect, it } from 'vitest'
import type { ProductImport } from '../import.ts'
import { parseCells } from '../reading/parse-cells.ts'
import { RecordSplitter } from '../reading/split-records.ts'
import { readRow } from '../rules/read-row.ts'
import { rowRulesOf } from '../rules/row-rules.ts'
import { createFailedRows } from './failed-rows.ts'

const FIELDS = ['name', 'price', 'sku'] as const

/** What the rows of a file come to when all of them failed and are to be corrected. */
async function corrected(rows: readonly string[], delimiter = ',', mends: ProductImport['mends'] = []) {
  const columns = FIELDS.map((field) => ({ header: field, field, numbers: null, currency: null }))
  const productImport = {
    id: 'import',
    run: 1,
    columns,
    mends,
    categories: [],
    unpriced: false,
    supplier: null,
    createdAt: new Date(),
    encoding: 'utf-8',
    delimiter,
    headerLine: 1,
  } as unknown as ProductImport
  const failedRows = createFailedRows({
    files: {
      async *readTable() {
        yield Buffer.from([FIELDS.join(delimiter), ...rows].join('\n'))
      },
    },
    failureReasons: async () => new Map(rows.map((_, index) => [index + 2, 'It failed.'])),
  })
  let csv = ''
  for await (const piece of failedRows(productImport, 'as-sent')) csv += piece
  const splitter = new RecordSplitter(',')
  const [, ...records] = [...splitter.push(csv), ...splitter.end()]
  return records.map(({ line, text, problem }) => {
    const row = readRow({ line, problem, cells: parseCells(text, ',') }, rowRulesOf(productImport))
    return row.refused === null ? row.values : `${row.refused.outcome}: ${row.refused.reason}`
  })
}

it('a failed row has the cells that staff have corrected already', async () => {
  const mends = [{ line: 3, header: 'price', text: '2.00' }]
  expect(await corrected(['One,cheap,R4-1', 'Two,cheap,R4-2'], ',', mends)).toEqual([
    'failed: price must be like 1299.00, not "cheap".',
    { name: 'Two', priceCents: 200, sku: 'R4-2' },
  ])
})

describe('a failed row with a broken quotation mark, to be corrected', () => {
  it.each([
    ['Bad laser x"y,2.00,R4-2', ',', 'Bad laser xy'],
    ['"Open R4,2.00,R4-2', ',', 'Open R4'],
    ['"Rack 19"" "x;2,00;"R4-2"', ';', 'Rack 19" x'],
  ])('has the cells that it has without the mark: %s', async (row, delimiter, name) => {
    expect(await corrected([row], delimiter)).toEqual([{ name, priceCents: 200, sku: 'R4-2' }])
  })

  it.each(['Bad "R4, laser" x"y,2.00,R4-2', '"Open R4', 'x"y z,2.00'])(
    'is counted as skipped, and no product, where its cells cannot be told apart: %s',
    async (row) => {
      expect(await corrected([row, 'Good,cheap,R4-3'])).toEqual([
        'failed: price must be like 1299.00, not "cheap".',
        'skipped: The row has 1 of 3 values.',
      ])
    },
  )
})
