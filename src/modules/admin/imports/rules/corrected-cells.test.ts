import { expect, it } from 'vitest'
import type { ProductImport, RowResult } from '../import.ts'
import { correctWith, skipWith } from './corrected-cells.ts'

const columns = ['sku', 'name', 'price'].map((header) => ({ header })) as unknown as ProductImport['columns']
const row = (line: number, cells: readonly string[], problem: string | null = null) => ({ line, cells, problem })

it('a corrected cell stands in the place of what the file says there, also behind the end of a row that is too short', () => {
  const correct = correctWith({
    columns,
    mends: [
      { line: 2, header: 'name', text: 'Ink' },
      { line: 2, header: 'price', text: '5.00' },
      { line: 3, header: 'name', text: 'Toner' },
      { line: 4, header: 'name', text: 'Paper' },
    ],
  })
  expect(correct(row(2, ['A-1', 'x', 'ask'])).cells).toEqual(['A-1', 'Ink', '5.00'])
  expect(correct(row(3, ['A-2'])).cells).toEqual(['A-2', 'Toner', ''])
  expect(correct(row(3, ['A-2', 'x', '1.00', 'behind'])).cells).toEqual(['A-2', 'Toner', '1.00', 'behind'])
  const broken = row(4, ['A-3,"x,1.00'], 'a quotation mark is opened and not closed.')
  expect(correct(broken)).toEqual(broken)
  expect(correct(row(5, ['A-4'])).cells).toEqual(['A-4'])
})

it('a row is left out that failed for one of the reasons that staff leave out, and no row that has not failed', () => {
  const skip = skipWith({ skips: ['price must be like 1299.00'] })
  const result = { line: 2, outcome: 'failed', warnings: [] } as unknown as RowResult
  const reason = 'price must be like 1299.00, not "ask"; category must be one of printers, not "x".'
  expect(skip({ ...result, reason })).toEqual({ ...result, outcome: 'skipped', reason: `Left out: ${reason}` })
  for (const other of [
    { ...result, reason: 'name is missing.' },
    { ...result, outcome: 'unchanged' as const, reason },
  ])
    expect(skip(other)).toEqual(other)
})
