import { describe, expect, test } from 'vitest'
import { comparedIds } from '#contracts/comparison'
import { aProduct } from '../../testing/a-product.ts'
import { comparisonRows, worthComparing } from './comparison.ts'

const PRINTER = aProduct({ stockQuantity: 3, rating: '4.0', reviewCount: 2 })

describe('the address of a comparison', () => {
  test('names up to four products, none twice', () => {
    expect(comparedIds('3,1,3, 7 ,x,-2,0,9,12')).toEqual([3, 1, 7, 9])
    expect(comparedIds(null)).toEqual([])
  })
})

describe('products side by side', () => {
  const rows = comparisonRows([
    {
      product: PRINTER,
      specifications: [
        { name: 'Speed', value: '40 ppm' },
        { name: 'Duplex', value: 'Yes' },
      ],
    },
    {
      product: { ...PRINTER, id: 2, price: '199.00', reviewCount: 0 },
      specifications: [
        { name: 'Duplex', value: ' yes' },
        { name: 'Fax', value: 'No' },
      ],
    },
  ])
  const rowOf = (name: string) => rows.find((row) => row.name === name)

  test('show what differs', () => {
    expect(rowOf('Price')).toEqual({
      name: 'Price',
      values: ['$279.00', '$199.00'],
      isDifferent: true,
      isBest: [false, true],
    })
    expect(rowOf('Brand')?.isDifferent).toBe(false)
    expect(rowOf('Duplex')?.isDifferent).toBe(false)
  })

  test('say of a product without a brand that it has none, as of every other value', () => {
    const products = [PRINTER, { ...PRINTER, id: 2, brand: '' }].map((product) => ({ product, specifications: [] }))
    expect(comparisonRows(products).find(({ name }) => name === 'Brand')?.values).toEqual([PRINTER.brand, null])
  })

  test('show a figure that only one of them has, and count it as a difference', () => {
    expect(rowOf('Fax')).toEqual({ name: 'Fax', values: [null, 'No'], isDifferent: true, isBest: [false, false] })
    expect(rowOf('Rating')).toEqual({
      name: 'Rating',
      values: ['4.0 of 5', null],
      isDifferent: true,
      isBest: [false, false],
    })
  })
})

describe('the better value of a row', () => {
  const best = (name: string, ...values: readonly string[]) =>
    comparisonRows(values.map((value) => ({ product: PRINTER, specifications: [{ name, value }] }))).find(
      (row) => row.name === name,
    )?.isBest

  test('is the larger or the smaller one, as the figure has it', () => {
    expect(best('Print speed', '22 pages per minute', '40 pages per minute')).toEqual([false, true])
    expect(best('First page', '9.0 seconds', '6.3 seconds')).toEqual([false, true])
    expect(best('Paper input', '250 sheets', '60 sheets + 35 feeder')).toEqual([true, false])
    expect(best('Monthly volume', 'Up to 900 pages', 'Up to 1,500 pages', 'Up to 1,500 pages')).toEqual([
      false,
      true,
      true,
    ])
  })

  test('is none where all are equal, where only one says it, and where it is a matter of taste', () => {
    expect(best('Print speed', '22 ppm', '22 ppm')).toEqual([false, false])
    expect(best('Print speed', 'Quick', '22 ppm')).toEqual([false, false])
    expect(best('Weight', '3 lb', '19 lb')).toEqual([false, false])
  })

  test('is the cheaper page, of those whose cost is known', () => {
    const rows = comparisonRows(
      [{ black: 3.4, color: null }, { black: 2, color: 15.7 }, undefined].map((costPerPage) => ({
        product: { ...PRINTER, ...(costPerPage && { costPerPage }) },
        specifications: [],
      })),
    )
    expect(rows.find(({ name }) => name === 'Cost per page, black')).toMatchObject({
      values: ['3.4¢', '2.0¢', null],
      isBest: [false, true, false],
    })
    expect(rows.find(({ name }) => name === 'Cost per page, color')?.isBest).toEqual([false, false, false])
  })
})

test('a comparison begins with what is in stock, well rated, and of different makers', () => {
  const products = [
    { ...PRINTER, id: 1, rating: '4.9' },
    { ...PRINTER, id: 2, rating: '4.8' },
    { ...PRINTER, id: 3, rating: '4.0', brand: 'Canon' },
    { ...PRINTER, id: 4, rating: '5.0', inStock: false },
  ]
  expect(worthComparing(products, 2)).toEqual([1, 3])
  expect(worthComparing(products)).toEqual([1, 3, 2])
  expect(worthComparing([])).toEqual([])
})
