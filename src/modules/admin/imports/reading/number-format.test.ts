import { describe, expect, it } from 'vitest'
import { plainNumber, readNumber } from './number-format.ts'

describe('a number in a cell', () => {
  it('stands beside the word of a currency, and beside no other word', () => {
    expect(readNumber('1299 euros')).toEqual({ kind: 'clear', text: '1299', evidence: null })
    expect(readNumber('EUR 1.299,50')).toEqual({ kind: 'clear', text: '1299.50', evidence: 'comma' })
    for (const cell of ['1299 dollars', 'LaserWriter 1299', 'a 5', '']) expect(readNumber(cell).kind).toBe('none')
  })

  it('shows its format only by what stands behind the separator', () => {
    expect(['1299', '12.5', '1299.50'].map((cell) => plainNumber(cell, null))).toEqual(['1299', '12.5', '1299.50'])
    expect([plainNumber('1.299', null), plainNumber('1.299', 'comma'), plainNumber('1.299', 'point')]).toEqual([
      'ambiguous',
      '1299',
      '1.299',
    ])
    expect(readNumber('12.50')).toEqual({ kind: 'clear', text: '12.50', evidence: 'point' })
    expect(readNumber('12,50')).toEqual({ kind: 'clear', text: '12.50', evidence: 'comma' })
  })

  it('has no thousands where a zero stands before its separator, in whatever column', () => {
    for (const format of ['point', 'comma', null] as const)
      expect([plainNumber('0,125', format), plainNumber('0.125', format)]).toEqual(['0.125', '0.125'])
  })

  it.each(['05.12.2026', '1.23.456', '1234.567.890', '1.234,567.89'])(
    'is no number in groups of other sizes: %s',
    (cell) => {
      expect(readNumber(cell).kind).toBe('none')
    },
  )

  it.each([
    ['1.290,-', '1290', 'comma'],
    ['1.290,– €', '1290', 'comma'],
    ['1,290.-', '1290', 'point'],
    ['899,-', '899', null],
    ["1'290.--", '1290', null],
  ])('that says that it has no cents is a whole amount, whatever other columns have: %s', (cell, text, evidence) => {
    expect(readNumber(cell)).toEqual({ kind: 'clear', text, evidence })
    expect(plainNumber(cell, 'point')).toBe(text)
  })
})
