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
})
