import { describe, expect, it } from 'vitest'
import { BulkEditFields } from '#contracts/bulk-edits'
import { EMPTY_BULK_EDIT, readBulkEdit, type BulkEditDraft } from './bulk-edit-draft.ts'

const read = (draft: Partial<BulkEditDraft>) => readBulkEdit({ ...EMPTY_BULK_EDIT, ...draft })

describe('a bulk edit in the form', () => {
  it.each([
    [{ priceBy: 'percent', price: '\u22125 %', ending: '99' }, { price: { by: 'percent', value: '-5', ending: '99' } }],
    [{ priceBy: 'amount', price: '$2.50' }, { price: { by: 'amount', value: '2.50', ending: 'none' } }],
    [{ stockMode: 'add', stock: '-3' }, { stock: { mode: 'add', pieces: -3 } }],
    [
      { stockMode: 'set', stock: '0', category: 'scanners' },
      { stock: { mode: 'set', pieces: 0 }, category: 'scanners' },
    ],
    [
      { isFeatured: 'yes', inStock: 'no' },
      { inStock: false, isFeatured: true },
    ],
  ] as const)('%j is sent as %j, which the contract takes', (draft, edit) => {
    expect(read(draft)).toEqual({ edit, errors: null })
    expect(BulkEditFields.safeParse(edit).success).toBe(true)
  })

  it.each([
    [{}, 'all'],
    [{ priceBy: 'percent', price: '' }, 'price'],
    [{ priceBy: 'percent', price: '1,5' }, 'price'],
    [{ priceBy: 'amount', price: 'ten' }, 'price'],
    [{ stockMode: 'set', stock: '-1' }, 'stock'],
    [{ stockMode: 'add', stock: '1.5' }, 'stock'],
  ] as const)('%j says at its field what to type', (draft, field) => {
    expect(read(draft).errors).toHaveProperty(field)
  })
})
