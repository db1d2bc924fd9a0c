import { describe, expect, it } from 'vitest'
import { MAX_CENTS } from '#platform/shared-kernel/money'
import type { PriceRule } from '../supplier-terms.ts'
import { decideRow } from './decide-row.ts'
import { readRow } from './read-row.ts'

const RULES = {
  columns: (['name', 'price', 'image', 'images'] as const).map((field) => ({
    field,
    numbers: null,
    header: field,
    currency: null,
  })),
  delimiter: ',',
  hasPriceNote: false,
  today: new Date('2026-11-23T08:00:00Z'),
  categories: new Map<string, string>(),
  unpriced: false,
  key: 'sku',
  priceRule: null,
  isNoted: false,
} as const

/** What becomes of a new product whose row has these pictures. */
function created(image: string, images: string) {
  const row = readRow({ line: 2, cells: ['Aster', '9.00', image, images], problem: null }, RULES)
  if (row.refused !== null) throw new Error(row.refused.reason)
  const decision = decideRow(row, [], { mode: 'upsert', blank: 'keep' })
  if (decision.outcome !== 'created') throw new Error(decision.outcome)
  return { ...decision.content, warnings: decision.warnings }
}

describe('a picture of a price list', () => {
  it.each([
    'http://10.0.0.1/x.jpg',
    'https://[::1]/x.jpg',
    'HTTP://127.1/x.jpg',
    'http://nas/x.jpg',
    'http://a.local/',
  ])('is left out for staff to review where only a local network has it: %s', (address) => {
    expect(created(address, 'a.png')).toMatchObject({
      image: 'a.png',
      images: ['a.png'],
      warnings: [`The picture "${address}" is left out: only a local network has this address.`],
    })
    expect(created('', `a.png|${address}|${address}`)).toMatchObject({
      images: ['a.png'],
      warnings: [expect.stringContaining(address), expect.stringContaining(address)],
    })
    expect(created('', address)).toMatchObject({ images: [], warnings: [expect.stringContaining(address)] })
  })

  it.each(['https://cdn.example/a.png', 'http://8.8.8.8/a.png', '/images/products/a.png', 'nas.local.png'])(
    'stays where every visitor can see it: %s',
    (address) => {
      expect(created(address, address)).toMatchObject({ image: address, images: [address], warnings: [] })
    },
  )

  it('leaves the one of the product when it is left out', () => {
    const row = readRow({ line: 2, cells: ['Aster', '9.00', 'http://10.0.0.1/a', ''], problem: null }, RULES)
    expect(row).toMatchObject({ values: { name: 'Aster', priceCents: 900 }, blanks: ['images'] })
    expect(row).not.toHaveProperty('values.image')
  })
})

it.each([
  ['a letter', '["\\u0061.png"]', null],
  ['half of one', '["\\ud83d"]', 'images must be an http(s) address or an uploaded image, not "\ud83d".'],
])('reads a JSON list in a cell that names %s', (_what, cell, reason) => {
  const row = readRow({ line: 2, cells: ['Aster', '9.00', '', cell], problem: null }, RULES)
  expect(row.refused?.reason ?? null).toBe(reason)
})

describe('a price that is higher than prices can be', () => {
  const columns = (['name', 'price', 'originalPrice'] as const).map((field) => ({
    field,
    numbers: null,
    header: field,
    currency: null,
  }))
  const read = (cells: string[], priceRule: PriceRule | null = null) =>
    readRow({ line: 2, cells, problem: null }, { ...RULES, columns, priceRule })
  const reason = 'The price would be too high by the supplier’s rule.'

  it("fails its row where the supplier's rule makes it so, and the highest one is read", () => {
    const rule = { base: 'cost', permille: 300, rounding: 'cent' } as const
    expect(read(['Aster', '90000000.00', ''], rule).refused).toEqual({ outcome: 'failed', reason })
    expect(read(['Aster', '76923076.91', ''], rule)).toMatchObject({ values: { priceCents: MAX_CENTS } })
    const rounded = { base: 'list', permille: 0, rounding: 'dollar' } as const
    expect(read(['Aster', '1.00', '99999999.01'], rounded).refused).toEqual({ outcome: 'failed', reason })
    expect(read(['Aster', '1.00', '99999999.00'], rounded)).toMatchObject({ values: { priceCents: 9_999_999_900 } })
  })

  it('fails its row where rounding makes it so', () => {
    expect(read(['Aster', '99999999.99', ''])).toMatchObject({ values: { priceCents: MAX_CENTS } })
    expect(read(['Aster', '99999999.9999', '']).refused).toMatchObject({ outcome: 'failed' })
  })
})

it('a text that is an error of a spreadsheet is left out, so that no customer reads it', () => {
  const columns = (['sku', 'description'] as const).map((field) => ({
    field,
    numbers: null,
    header: field,
    currency: null,
  }))
  expect(readRow({ line: 2, cells: ['A-1', '#N/A'], problem: null }, { ...RULES, columns })).toMatchObject({
    values: { sku: 'A-1' },
    blanks: [],
    warnings: ['The description “#N/A” looks like an error of a spreadsheet.'],
  })
})

describe('an EAN', () => {
  const columns = (['name', 'price', 'gtin'] as const).map((field) => ({
    field,
    numbers: null,
    header: field,
    currency: null,
  }))
  const read = (gtin: string) =>
    readRow({ line: 2, cells: ['Aster', '9.00', gtin], problem: null }, { ...RULES, columns, key: 'gtin' })

  it.each(['0000000000000', '00000000', '0', '0.00'])('of nothing but zeros names no product: %s', (gtin) => {
    expect(read(gtin)).toMatchObject({ gtin: null, key: { by: 'name' }, warnings: [] })
  })

  it('may begin with zeros', () => {
    expect(read('0012345678905')).toMatchObject({ key: { by: 'gtin', gtin: '0012345678905' } })
  })
})

it.each([
  [['inStock', 'stockQuantity'], ['yes', 'sold out'], true],
  [['stockQuantity', 'inStock'], ['in stock', 'no'], false],
] as const)(
  'a column that says yes or no has the last word on what is there, wherever it stands: %j',
  (fields, cells, is) => {
    const columns = (['name', ...fields] as const).map((field) => ({
      field,
      numbers: null,
      header: field,
      currency: null,
    }))
    const row = readRow({ line: 2, cells: ['Aster', ...cells], problem: null }, { ...RULES, columns })
    expect(row).toMatchObject({ values: { inStock: is } })
  },
)

describe('a row below the names of the columns', () => {
  const columns = (['sku', 'name', 'price', 'stockQuantity'] as const).map((field) => ({
    field,
    numbers: null,
    header: field,
    currency: null,
  }))
  const read = (...cells: string[]) => readRow({ line: 2, cells, problem: null }, { ...RULES, columns }).refused

  it.each([[['', ' ', 'EUR', 'Stk.']], [['', '', '€', '']], [['', '', 'USD', 'pcs']]])(
    'that has their units is none of a product: %j',
    (cells) => {
      expect(read(...cells)).toEqual({ outcome: 'skipped', reason: 'The row has the units of the columns.' })
    },
  )

  it.each([[['', '', 'EUR', 'twelve']], [['', '', 'on request', '']]])('that says anything else fails: %j', (cells) => {
    expect(read(...cells)).toMatchObject({ outcome: 'failed' })
  })

  it('that has nothing but formulas without a product is empty', () => {
    expect(read('', '', '#N/A', '#REF!')).toEqual({ outcome: 'skipped', reason: 'The row is empty.' })
    expect(read('#REF!', '#REF!', '#REF!', '#REF!')).toMatchObject({ outcome: 'failed' })
  })

  it('that has the names of the columns again, or one title and nothing else, is none of a product', () => {
    expect(read('sku', 'name', ' price', 'stockQuantity')?.reason).toBe('The row repeats the names of the columns.')
    expect(read('Laser printers', '', '', '')?.reason).toBe('The row is a heading.')
    expect(read('K-1', '', '', '')).toBe(null)
    expect(read('Laser printers', '', '9.00', '')).toBe(null)
  })

  it('that has a number and a name is a product, whatever they are', () => {
    expect(read('Stk', 'G', '9.00', '1')).toBe(null)
    expect(read('Total 5', 'Tally printer', '9.00', '1')).toBe(null)
    expect(read('Total', '5', '9.00', '1')?.reason).toBe('The row has the sums of the list.')
  })
})

it('a name of a price list has each accented letter as one character, like those of forms', () => {
  const row = readRow({ line: 2, cells: ['Cafe\u0301 printer', '9.00', '', ''], problem: null }, RULES)
  if (row.refused !== null) throw new Error(row.refused.reason)
  expect(decideRow(row, [], { mode: 'upsert', blank: 'keep' })).toMatchObject({ content: { name: 'Café printer' } })
})

describe('a row of a workbook', () => {
  const columns = (['sku', 'name', 'price', 'gtin', 'stockQuantity', 'brand', 'pageYield'] as const).map((field) => ({
    field,
    numbers: null,
    header: field,
    currency: field === 'price' ? 'EUR' : null,
  }))
  const read = (cells: readonly string[]) => readRow({ line: 2, cells, problem: null }, { ...RULES, columns })

  it('has its amounts in the currency that their format shows, and nothing of it in other numbers', () => {
    const cells = [
      '12345\u202f€',
      '4020\u202f€',
      '12.345000000\u202f€',
      '4006381333931\u202f€',
      '7\u202f€',
      'HP',
      '900\u202f€',
    ]
    expect(read(cells)).toMatchObject({
      gtin: '4006381333931',
      values: { sku: '12345', name: '4020', priceCents: 1235, stockQuantity: 7, pageYield: 900 },
    })
    expect(read(['1', 'Aster', '5\u202f$', '', '', '', '']).refused?.reason).toBe(
      'price is in USD, and most of the list in EUR.',
    )
  })

  it('is refused where a formula was never calculated that it needs, with what to do', () => {
    const bare = '#NOT CALCULATED!'
    const what = 'is a formula that was never calculated: open the workbook in a spreadsheet and save it there'
    expect(read(['1', bare, bare, '', '', '', '']).refused?.reason).toBe(`name ${what}; price ${what}.`)
    expect(read(['1', 'Aster', '5.00', '', '', bare, ''])).toMatchObject({
      refused: null,
      warnings: [expect.any(String)],
    })
    expect(read(['', '', bare, '', bare, '', '']).refused).toEqual({ outcome: 'skipped', reason: 'The row is empty.' })
  })
})

describe('the pages that a supply prints', () => {
  const columns = (['name', 'pageYield'] as const).map((field) => ({
    field,
    numbers: null,
    header: field,
    currency: null,
  }))
  const read = (cell: string) => readRow({ line: 2, cells: ['Toner', cell], problem: null }, { ...RULES, columns })

  it.each([
    ['1500', 1500],
    ['1,500', 1500],
    ['1.500', 1500],
    ['12 000', 12_000],
    ['1,250,000', 1_250_000],
  ])('are read as people write them: "%s"', (cell, pages) => {
    expect(read(cell)).toMatchObject({ values: { pageYield: pages } })
  })

  it.each(['–', 'n/a', ''])('are none in a row that has none: "%s"', (cell) => {
    expect(read(cell)).toMatchObject({ refused: null, blanks: ['pageYield'] })
  })

  it.each(['1,50', '15,00', '1,5000', 'many', '0'])('are a number, and "%s" is refused', (cell) => {
    expect(read(cell).refused?.reason).toMatch(/^pageYield must be a whole number/)
  })
})

describe('a row', () => {
  const columns = (['sku', 'name', 'price'] as const).map((field) => ({
    field,
    numbers: null,
    header: field,
    currency: null,
  }))
  const read = (cells: string[], rules: { readonly isNoted?: boolean; readonly key?: 'sku' | 'name' } = {}) =>
    readRow({ line: 7, cells, problem: null }, { ...RULES, columns, ...rules })

  it('needs a SKU or a name', () => {
    expect(read(['', ' ', '9.00']).refused).toEqual({ outcome: 'failed', reason: 'name is missing.' })
    expect(read(['A-1', '', '9.00'])).toMatchObject({ refused: null, name: '', key: { by: 'sku', sku: 'A-1' } })
    expect(read(['', 'Aster', '9.00'])).toMatchObject({ refused: null, name: 'Aster', key: { by: 'name' } })
    expect(read(['', '', 'nine']).refused?.reason, 'what else is wrong says enough').not.toContain('name is missing')
  })

  it('has as many cells as the table has columns, not counting empty ones behind them', () => {
    expect(read(['A-1', 'Aster']).refused).toEqual({ outcome: 'skipped', reason: 'The row has 2 of 3 values.' })
    expect(read(['A-1', 'Aster', '9.00', '', ' '])).toMatchObject({ refused: null, values: { priceCents: 900 } })
    expect(read(['A-1', 'Aster', '9.00', '', 'x']).refused).toEqual({
      outcome: 'failed',
      reason: 'Line 7 has 5 values for 3 columns.',
    })
  })

  it('that is refused is called by its name, of which 200 characters are kept', () => {
    expect(read(['A-1', ` ${'n'.repeat(250)}`, 'nine']).name).toBe('n'.repeat(200))
    const broken = { line: 7, cells: ['A-1', 'Aster'], problem: 'The quotation mark is not closed.' }
    expect(readRow(broken, { ...RULES, columns })).toMatchObject({
      name: '',
      refused: { outcome: 'failed', reason: broken.problem },
    })
  })

  it('that is refused counts as on the list of a supplier by what its cells tell', () => {
    const means = (cells: string[], key: 'sku' | 'name' = 'sku') => {
      const row = read(cells, { isNoted: true, key })
      return row.refused === null ? 'it is not refused' : row.means
    }
    expect(means(['A-1', 'Aster', 'nine'])).toEqual({
      key: { by: 'sku', sku: 'A-1' },
      values: { sku: 'A-1', name: 'Aster' },
    })
    expect(means(['A-1', 'Aster', 'nine'], 'name')).toMatchObject({ key: { by: 'name' } })
    expect(means(['', 'Aster', 'nine'])).toEqual({ key: { by: 'name' }, values: { name: 'Aster' } })
    expect(means(['A-1', '', 'nine'])).toMatchObject({ values: { sku: 'A-1' } })
    expect(means(['', '', 'nine'])).toBeNull()
    expect(read(['A-1', 'Aster', 'nine'])).toMatchObject({ means: null })
  })
})
