import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMPORT_FIELDS, type Import } from '#contracts/imports'
import { adviseOn, assignField, FIELD_OPTIONS, fieldLabel, mappingOf, unusedHeaders } from './columns.ts'

type Columns = Import['columns']
const columns = (fields: Record<string, Columns[number]['field']>): Columns =>
  Object.entries(fields).map(([header, field]) => ({ header, field, samples: [] }))

describe('mapping the columns of a price list', () => {
  it('offers every field that the server can fill', () => {
    expect(FIELD_OPTIONS.map(({ value }) => value).sort()).toEqual([...IMPORT_FIELDS].sort())
  })

  it('takes a field from the column that had it, and says which', () => {
    const { columns: next, takenFrom } = assignField(columns({ Price: 'price', Net: null }), 'Net', 'price')
    expect(mappingOf(next)).toEqual({ Price: null, Net: 'price' })
    expect(takenFrom).toBe('Price')
  })

  it('takes nothing from anybody when a column is not imported any more', () => {
    expect(assignField(columns({ a: null, b: 'name' }), 'b', null)).toEqual({
      columns: columns({ a: null, b: null }),
      takenFrom: null,
    })
  })

  it('never fills a field from two columns, whatever is chosen in which order', () => {
    const headers = ['a', 'b', 'c', 'd']
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...headers), fc.option(fc.constantFrom(...IMPORT_FIELDS)))),
        (choices) => {
          const end = choices.reduce<readonly Columns[number][]>(
            (now, [header, field]) => assignField(now, header, field).columns,
            columns({ a: null, b: null, c: null, d: null }),
          )
          const used = end.flatMap(({ field }) => field ?? [])
          expect(new Set(used).size).toBe(used.length)
          const last = choices.at(-1)
          if (last !== undefined) expect(mappingOf(end)[last[0]]).toBe(last[1])
        },
      ),
    )
  })

  it('lists the columns that go nowhere', () => {
    expect(unusedHeaders(columns({ name: 'name', EAN: null, Weight: null }))).toEqual(['EAN', 'Weight'])
  })

  it('does not go on without the product name', () => {
    expect(adviseOn(columns({ price: 'price' }), 'create').problem).toBe(
      'Choose the column that holds the product name.',
    )
    expect(adviseOn(columns({ Title: 'name', price: 'price' }), 'create')).toEqual({ problem: null, hints: [] })
    expect(adviseOn(columns({ SKU: 'sku', price: 'price' }), 'create').problem).not.toBeNull()
    expect(adviseOn(columns({ SKU: 'sku', price: 'price' }), 'upsert')).toEqual({
      problem: null,
      hints: [expect.stringContaining('found by their SKU')],
    })
  })

  it('hints at what a missing price means in each mode, and at a missing SKU where products are looked up', () => {
    expect(adviseOn(columns({ name: 'name' }), 'create').hints).toHaveLength(1)
    expect(adviseOn(columns({ name: 'name' }), 'upsert').hints.join(' ')).toMatch(/keep theirs.*brand and name/)
    expect(adviseOn(columns({ name: 'name', SKU: 'sku', price: 'price' }), 'upsert').hints).toEqual([])
  })

  it('leaves words alone that are no field', () => {
    expect(fieldLabel('stockQuantity')).toBe('Stock Quantity')
    expect(fieldLabel('color')).toBe('color')
  })
})
