import { describe, expect, it } from 'vitest'
import type { ImportColumn, ProductImport } from '../import.ts'
import type { FoundFile } from '../reading/find-file.ts'
import type { SupplierReading } from '../supplier.ts'
import { answersOf, mapAgain, mapColumns, readMapping } from './mapping.ts'

const column = (header: string, shown: Partial<ImportColumn> = {}): ImportColumn => ({
  header,
  samples: [],
  field: null,
  numbers: null,
  example: null,
  isAmbiguous: false,
  currency: null,
  values: [],
  ...shown,
})

describe('how the columns of the next list are read', () => {
  const BEFORE = {
    mode: 'upsert',
    blank: 'keep',
    unpriced: false,
    categories: [],
    columns: [
      { header: 'Nr', field: 'sku', numbers: null },
      { header: 'Netto', field: 'price', numbers: 'comma', pieces: 100, currency: 'USD' },
      { header: 'Brutto', field: null, numbers: 'comma' },
    ],
  } as const satisfies Partial<SupplierReading>
  const read = (columns: readonly ImportColumn[], isPart = false) =>
    answersOf(
      BEFORE,
      { columns } as unknown as FoundFile,
      columns.map(({ field }) => field),
      isPart,
    ).columns

  it('is as its own numbers show, and as those of the list before where they show nothing', () => {
    expect(read([column('Netto', { numbers: 'point' })])).toMatchObject([{ field: 'price', numbers: 'point' }])
    expect(read([column('Netto')])).toMatchObject([{ field: 'price', numbers: 'comma', pieces: 100 }])
  })

  it('is as the list before was read where it has a part of that, whatever the few rows show', () => {
    const part = [column('Netto', { numbers: 'point', currency: 'EUR' }), column('Nr', { numbers: 'point' })]
    expect(read(part, true)).toMatchObject([{ numbers: 'comma', currency: 'USD' }, { numbers: null }])
    expect(read(part)).toMatchObject([{ numbers: 'point', currency: 'EUR' }, { numbers: 'point' }])
  })

  it('fills each field from one column: what staff left out stays so, and a new column takes nothing from another', () => {
    const columns = [column('Brutto', { field: 'price' }), column('Preis', { field: 'price' }), column('Netto')]
    expect(read(columns).map(({ field }) => field)).toEqual([null, null, 'price'])
    expect(read(columns.slice(0, 2)).map(({ field }) => field)).toEqual([null, 'price'])
  })
})

it.each([
  ['a word that is none', '{"Netto":"prize"}', 'The column "Netto" cannot be "prize".'],
  ['a number', '{"Netto":1}', 'The column "Netto" cannot be that.'],
  ['what has no text', '{"Netto":{"toString":1,"valueOf":1}}', 'The column "Netto" cannot be that.'],
  ['lists in lists', `{"Netto":${'['.repeat(9000)}${']'.repeat(9000)}}`, 'The column "Netto" cannot be that.'],
])('a mapping to %s is refused in words', (_what, json, message) => {
  expect(() => readMapping(json)).toThrowError(message)
})

it('a column loses its field when staff give that to another one', () => {
  const headers = ['Preis', 'Netto', 'Name']
  expect(mapColumns(headers, ['price', null, 'name'], { Netto: 'price' })).toEqual([null, 'price', 'name'])
  expect(mapColumns(headers, ['price', null, 'name'], { Preis: null })).toEqual([null, null, 'name'])
})

it('a cell that is corrected again is as it was corrected last, and other corrections stay', () => {
  const before = {
    columns: [column('Preis'), column('Name')],
    categories: [],
    mends: [
      { line: 2, header: 'Preis', text: '1' },
      { line: 2, header: 'Name', text: 'Ink' },
      { line: 3, header: 'Preis', text: '3' },
    ],
  } as unknown as ProductImport
  const { mends } = mapAgain(before, { mapping: {}, mends: [{ line: 2, header: 'Preis', text: '10' }] })
  expect(mends).toEqual([...before.mends.slice(1), { line: 2, header: 'Preis', text: '10' }])
})
