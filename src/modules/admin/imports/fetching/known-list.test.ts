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
const found = (
  header: string,
  numbers: 'point' | 'comma' | null = null,
  isAmbiguous = false,
  currency: string | null = null,
) => ({ header, numbers, isAmbiguous, currency })
const list = (...columns: ReturnType<typeof found>[]) => ({
  columns,
  priceNote: null,
  encoding: 'utf-8',
  isEncodingSure: true,
  sheet: null,
  sheets: [],
})

describe('a list that comes by itself', () => {
  it('is as the one before with the same columns in any order', () => {
    expect(differenceFrom(READING, list(found('Preis', 'comma'), found('Nr'), found('Name')))).toBeNull()
    expect(differenceFrom(READING, list(found('Nr'), found('Name'), found('Preis')))).toBeNull()
  })

  it('is another one without a column, or with a new one, which are named', () => {
    expect(differenceFrom(READING, list(found('Nr'), found('Name'), found('Netto', 'comma')))).toBe(
      'The columns are not those of the list before. Missing: “Preis”. New: “Netto”.',
    )
    const many = Array.from({ length: 7 }, (_, index) => found(`Column ${index}`))
    expect(differenceFrom(READING, list(found('Nr'), found('Name'), found('Preis'), ...many))).toMatch(
      /New: “Column 0”, .*“Column 4” and 2 more\.$/,
    )
  })

  it('is another one when its prices are written in another way, or it is unclear how', () => {
    expect(differenceFrom(READING, list(found('Nr'), found('Name'), found('Preis', 'point')))).toMatch(
      /“Preis” are written/,
    )
    const unknown = { ...READING, columns: READING.columns.map((each) => ({ ...each, numbers: null })) }
    expect(differenceFrom(unknown, list(found('Nr'), found('Name'), found('Preis', null, true)))).toMatch(/not clear/)
    expect(differenceFrom(READING, list(found('Nr'), found('Name'), found('Preis', null, true)))).toBeNull()
    expect(differenceFrom(null, list(found('Nr')))).toMatch(/first list/)
  })

  it('is another one when its amounts are in another currency, or its prices may be for more pieces', () => {
    const inEuros = { ...READING, columns: READING.columns.map((each) => ({ ...each, currency: 'EUR' })) }
    const inDollars = list(found('Nr'), found('Name'), found('Preis', 'comma', false, 'USD'))
    expect(differenceFrom(inEuros, inDollars)).toMatch(/“Preis” were in EUR in the list before, and are in USD/)
    expect(differenceFrom(READING, inDollars)).toBeNull()
    const priceNote = { text: 'Preise je 100 Stück', pieces: 100 }
    const noted = { ...list(found('Nr'), found('Name'), found('Preis', 'comma')), priceNote }
    expect(differenceFrom(READING, noted)).toMatch(/“Preise je 100 Stück”: say for how many pieces/)
    const answered = { ...READING, columns: READING.columns.map((each) => ({ ...each, pieces: 100 })) }
    expect(differenceFrom(answered, noted)).toBeNull()
  })

  it('is another one where a sheet with another name is read of several', () => {
    const same = list(found('Preis', 'comma'), found('Nr'), found('Name'))
    const inSheet = { ...READING, sheet: 'Preise' }
    const sheets = ['Auslauf', 'Preise']
    expect(differenceFrom(inSheet, { ...same, sheet: 'Preise', sheets })).toBeNull()
    expect(differenceFrom(inSheet, { ...same, sheet: 'Preise 2027', sheets: ['Preise 2027'] })).toBeNull()
    expect(differenceFrom(inSheet, { ...same, sheet: 'Auslauf', sheets: ['Auslauf', 'Preise 2027'] })).toMatch(
      /does not have the sheet of the list before/,
    )
    expect(differenceFrom(READING, { ...same, sheet: 'Auslauf', sheets })).toMatch(/does not have the sheet/)
  })

  it('is another one where its letters are only guessed, unless they were as they are now', () => {
    const guessed = { ...list(found('Preis', 'comma'), found('Nr'), found('Name')), isEncodingSure: false }
    expect(differenceFrom(READING, { ...guessed, encoding: 'windows-1250' })).toMatch(/not certain how the letters/)
    const before = { ...READING, encoding: 'windows-1250' }
    expect(differenceFrom(before, { ...guessed, encoding: 'windows-1250' })).toBeNull()
  })

  it('waits for a person when too much of it cannot be right', () => {
    const fine = { rowsTotal: 100, failed: 50, flagged: 50, left: 0, leftOf: 0 }
    expect(doubtAbout(fine, false)).toBeNull()
    expect(doubtAbout({ ...fine, failed: 51 }, false)).toBe('51 of 100 rows cannot be imported.')
    expect(doubtAbout({ ...fine, flagged: 51 }, false)).toMatch(/^51 of 100 rows need a review/)
    expect(doubtAbout({ ...fine, left: 1200, leftOf: 5000 }, true)).toMatch(/^1,200 of 5,000 products are/)
    expect(doubtAbout({ ...fine, left: 1, leftOf: 3 }, true)).toMatch(/^1 of 3 products is/)
    expect(doubtAbout({ ...fine, rowsTotal: 1, failed: 0, flagged: 1 }, false)).toBe(
      '1 of 1 rows needs a review and says why.',
    )
  })
})
