import { describe, expect, it } from 'vitest'
import type { ProductImport } from '../import.ts'
import { createPrepareGroups } from './prepare-groups.ts'

const ROWS = 450

async function* aFile(): AsyncGenerator<Buffer> {
  const lines = Array.from({ length: ROWS }, (_, i) => `A-${i % 440},Printer ${i},99.00`)
  yield Buffer.from(`sku,name,price\n${lines.join('\n')}\n`)
}

async function groupsAfter(lastLine: number) {
  const prepareGroups = createPrepareGroups({
    findCandidates: async () => ({ products: [], byGtin: new Map(), byFormerSku: new Map(), named: new Set() }),
    files: { readTable: aFile },
  })
  const columns = (['sku', 'name', 'price'] as const).map((field) => ({ header: field, samples: [], field }))
  const format = {
    encoding: 'utf-8',
    delimiter: ',',
    headerLine: 1,
    categories: [],
    unpriced: false,
    supplier: null,
    mends: [],
    skips: [],
  }
  const productImport = { id: 'import', ...format, columns, mode: 'upsert', blank: 'keep', preview: false, lastLine }
  const groups = []
  for await (const group of prepareGroups(productImport as unknown as ProductImport)) groups.push(group)
  return groups
}

describe('the groups of an import', () => {
  it('follow each other without a gap, from the first row to the last', async () => {
    const groups = await groupsAfter(1)
    expect(groups.map(({ from, to }) => [from, to])).toEqual([
      [1, 201],
      [201, 401],
      [401, 451],
    ])
    expect(groups.flatMap(({ rows }) => rows.map(({ row }) => row.line))).toEqual(
      Array.from({ length: ROWS }, (_, i) => i + 2),
    )
  })

  it('go on behind the last row that was written, wherever that is in a group', async () => {
    for (const lastLine of [1, 201, 300, 450, 451]) {
      const groups = await groupsAfter(lastLine)
      const lines = groups.flatMap(({ rows }) => rows.map(({ row }) => row.line))
      expect(lines).toEqual(Array.from({ length: ROWS + 1 - lastLine }, (_, i) => lastLine + 1 + i))
      if (lastLine <= ROWS) expect(groups[0]?.from).toBe(lastLine)
    }
  })

  it('know the products of rows that were written before', async () => {
    const [group] = await groupsAfter(441)
    expect(group?.rows.map(({ repeats }) => repeats)).toEqual(Array.from({ length: 10 }, (_, i) => i + 2))
  })
})
