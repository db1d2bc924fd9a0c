import { describe, expect, it } from 'vitest'
import type { SupplierReading } from '../supplier.ts'
import { differenceFrom, doubtAbout } from './known-list.ts'

const column = (
  header: string,
  field: SupplierReading['columns'][number]['field'],
  numbers: 'point' | 'comma' | null,
) => ({
  header,
  field,
  numbers,
})
const READING: SupplierReading = {
  headerKey: 'key',
  encoding: 'utf-8',
  delimiter: ';',
  sheet: null,
  mode: 'upsert',
  blank: 'keep',
  unpriced: false,
  categories: [],
  columns: [column('Nr', 'sku', null), column('Name', 'name', null), column('Preis', 'price', 'comma')],
}
const found = (header: string, numbers: 'point' | 'comma' | null = null, isAmbiguous = false) => ({
  header,
  numbers,
  isAmbiguous,
})

describe('a list that comes by itself', () => {
  it('is as the one before with the same columns in any order', () => {
    expect(differenceFrom(READING, [found('Preis', 'comma'), found('Nr'), found('Name')])).toBeNull()
    expect(differenceFrom(READING, [found('Nr'), found('Name'), found('Preis')])).toBeNull()
  })

  it('is another one without a column, or with a new one, which are named', () => {
    expect(differenceFrom(READING, [found('Nr'), found('Name'), found('Netto', 'comma')])).toBe(
      'The columns are not those of the list before. Missing: “Preis”. New: “Netto”.',
    )
    const many = Array.from({ length: 7 }, (_, index) => found(`Column ${index}`))
    expect(differenceFrom(READING, [found('Nr'), found('Name'), found('Preis'), ...many])).toMatch(
      /New: “Column 0”, .*“Column 4” and 2 more\.$/,
    )
  })

  it('is another one when its prices are written in another way, or it is unclear how', () => {
    expect(differenceFrom(READING, [found('Nr'), found('Name'), found('Preis', 'point')])).toMatch(
      /“Preis” are written/,
    )
    const unknown = { ...READING, columns: READING.columns.map((each) => ({ ...each, numbers: null })) }
    expect(differenceFrom(unknown, [found('Nr'), found('Name'), found('Preis', null, true)])).toMatch(/not clear/)
    expect(differenceFrom(READING, [found('Nr'), found('Name'), found('Preis', null, true)])).toBeNull()
    expect(differenceFrom(null, [found('Nr')])).toMatch(/first list/)
  })

  it('waits for a person when too much of it cannot be right', () => {
    const fine = { rowsTotal: 100, failed: 50, flagged: 50, left: 0, leftOf: 0 }
    expect(doubtAbout(fine, false)).toBeNull()
    expect(doubtAbout({ ...fine, failed: 51 }, false)).toBe('51 of 100 rows cannot be imported.')
    expect(doubtAbout({ ...fine, flagged: 51 }, false)).toMatch(/^51 of 100 rows need a review: no price/)
    expect(doubtAbout({ ...fine, left: 1200, leftOf: 5000 }, true)).toMatch(/^1,200 of 5,000 products/)
  })
})
