import { describe, expect, it } from 'vitest'
import { areChanged, restoreAnswers, type ColumnAnswers } from './column-answers.ts'

const asRead: ColumnAnswers = {
  columns: [
    { header: 'Nr', samples: ['1'], field: null },
    { header: 'Name', samples: ['A'], field: 'name' },
  ],
  mode: 'create',
  blank: 'keep',
  numbers: {},
  pieces: {},
  categories: {},
  supplierId: null,
}

describe('answers that were not sent', () => {
  it('are there again after a reload', () => {
    const typed: ColumnAnswers = {
      ...asRead,
      columns: [
        { header: 'Nr', samples: ['1'], field: 'sku' },
        { header: 'Name', samples: ['A'], field: null },
      ],
      mode: 'upsert',
      categories: { Drucker: 'printers' },
      supplierId: 'brook',
    }
    expect(restoreAnswers(asRead, JSON.parse(JSON.stringify(typed)))).toEqual(typed)
  })

  it('do not count for other columns, and neither does what is no draft', () => {
    const others = { ...asRead, columns: [{ header: 'Nr', samples: [], field: 'sku' }] }
    expect(restoreAnswers(asRead, others)).toBeNull()
    expect(restoreAnswers(asRead, { ...asRead, numbers: null, pieces: 7, categories: 'x' })).toEqual(asRead)
    for (const stored of [null, 'x', 1]) expect(restoreAnswers(asRead, stored)).toBeNull()
  })
})

describe('answers to a file that has a preview', () => {
  const { columns, mode, blank } = asRead
  const item = { state: 'previewed', columns, mode, blank, supplier: null } as const

  it('ask for another preview when one of them is another', () => {
    expect(areChanged(item, asRead)).toBe(false)
    expect(areChanged(item, { ...asRead, columns: columns.map((column) => ({ ...column, field: null })) })).toBe(true)
    expect(areChanged(item, { ...asRead, mode: 'upsert' })).toBe(true)
    expect(areChanged(item, { ...asRead, pieces: { Preis: 100 } })).toBe(true)
    expect(areChanged(item, { ...asRead, supplierId: 'brook' })).toBe(true)
  })

  it('do not ask for one for empty cells, which change nothing where rows only add products', () => {
    expect(areChanged(item, { ...asRead, blank: 'clear' })).toBe(false)
  })
})
