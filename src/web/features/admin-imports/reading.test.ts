import { describe, expect, test } from 'vitest'
import type { Import } from '#contracts/imports'
import { categoryValuesOf, isUnanswered, noticesOf, numberQuestions, pieceQuestions } from './reading.ts'

const column = (header: string, field: Import['columns'][number]['field']) => ({ header, samples: [], field })
const number = { header: 'Preis', currency: null, format: null, isAmbiguous: true } as const
const reading = {
  encoding: 'utf-8',
  isEncodingSure: true,
  encodings: [],
  headerLine: 1,
  sheet: null,
  sheets: [],
  unpriced: false,
  mended: 0,
  skips: [],
  priceNote: null,
  pieces: [],
  units: [],
  numbers: [{ ...number, example: '1.299', point: '1.299', comma: '1299' }],
  values: [{ header: 'Gruppe', values: [{ text: 'A1', rows: 3, category: null }] }],
}

describe('the numbers of a file', () => {
  test('that could mean two things are asked until they are answered', () => {
    const open = numberQuestions(reading, [column('Preis', 'price')], {})
    expect(open).toMatchObject([{ header: 'Preis', reads: null, canChoose: true }])
    expect(isUnanswered(open)).toBe(true)
    const answered = numberQuestions(reading, [column('Preis', 'price')], { Preis: 'comma' })
    expect(answered).toMatchObject([{ reads: '1299', format: 'comma' }])
    expect(isUnanswered(answered)).toBe(false)
  })

  test('are shown with their meaning when that is clear, and not at all in columns that are no price', () => {
    const clear = {
      ...reading,
      numbers: [
        { ...number, format: 'comma' as const, isAmbiguous: false, example: '99,09', point: '99.09', comma: '99.09' },
      ],
    }
    expect(numberQuestions(clear, [column('Preis', 'price')], {})).toMatchObject([{ reads: '99.09', canChoose: false }])
    for (const field of [null, 'stockQuantity', 'name'] as const)
      expect(numberQuestions(reading, [column('Preis', field)], {})).toEqual([])
  })
})

describe('the pieces that a price is for', () => {
  const price = column('Preis', 'price')
  const noted = { ...reading, priceNote: { text: 'Preise je 100 Stück', pieces: 100 } }

  test('are one, of which nothing is said, unless the list says otherwise', () => {
    expect(pieceQuestions(reading, [price], {})).toEqual([])
    expect(noticesOf(reading, [price])).toEqual([])
  })

  test('are asked where a list says that prices are for more, until they are answered or a column says it', () => {
    const open = pieceQuestions(noted, [price, column('Nr', 'sku')], {})
    expect(open).toEqual([{ header: 'Preis', pieces: null }])
    expect(isUnanswered(open)).toBe(true)
    expect(isUnanswered(pieceQuestions(noted, [price], { Preis: 1 }))).toBe(false)
    expect(pieceQuestions(noted, [price, column('PE', 'priceUnit')], {})).toEqual([])
  })

  test('and the currency are said beside the rows', () => {
    const named = {
      ...reading,
      pieces: [{ header: 'Preis', pieces: 1000 }],
      numbers: [{ ...number, currency: 'EUR', example: '12,50', point: null, comma: '12.50' }],
    }
    expect(pieceQuestions(named, [price], {})).toEqual([{ header: 'Preis', pieces: 1000 }])
    expect(pieceQuestions(named, [price], { Preis: 1 }), 'it can be chosen back').toEqual([
      { header: 'Preis', pieces: 1 },
    ])
    expect(noticesOf(named, [price, column('PE', 'priceUnit')])).toEqual([
      'Prices are for as many pieces as “PE” says; here they are for one.',
      'Prices in “Preis” are for 1,000 pieces; here they are for one.',
      'The amounts are in EUR and are taken for dollars, not converted.',
    ])
  })
})

test('the values are those of the column that fills the category', () => {
  expect(categoryValuesOf(reading, [column('Gruppe', 'category')])?.values).toHaveLength(1)
  expect(categoryValuesOf(reading, [column('Gruppe', 'brand')])).toBeNull()
})
