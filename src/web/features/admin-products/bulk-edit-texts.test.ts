import { describe, expect, it } from 'vitest'
import { outcomeText, problemText, undoneText } from './bulk-edit-texts.ts'

const MADE = { state: 'finished', matched: 3, done: 3, changed: 3, refused: 0, left: 0 } as const

describe('the outcome of a bulk edit', () => {
  it('names only what happened, of one product and of many', () => {
    expect(outcomeText(MADE)).toBe('3 products were changed.')
    expect(outcomeText({ ...MADE, changed: 1 })).toBe('1 product was changed. 2 products have it already.')
    expect(outcomeText({ ...MADE, changed: 2, left: 1 })).toBe('2 products were changed.')
    expect(outcomeText({ ...MADE, changed: 0, refused: 3 })).toBe('No product was changed.')
  })

  it('says of one that was stopped what it did not reach', () => {
    const stopped = { ...MADE, state: 'stopped' } as const
    expect(outcomeText({ ...stopped, done: 2, changed: 2 })).toBe(
      'Stopped. 2 products were changed. 1 product was not reached.',
    )
    expect(outcomeText({ ...stopped, done: 0, changed: 0 })).toBe(
      'Stopped. No product was changed. 3 products were not reached.',
    )
    expect(outcomeText(stopped)).toBe('Stopped. 3 products were changed.')
  })

  it('says before it is made what would change', () => {
    const previewed = { ...MADE, state: 'previewed' } as const
    expect(outcomeText({ ...previewed, changed: 1 })).toBe('1 product changes. 2 products have it already.')
    expect(outcomeText({ ...previewed, changed: 0 })).toBe('Nothing would change. 3 products have it already.')
  })

  it('says what its undo has done', () => {
    expect([0, 1, 1200].map(undoneText)).toEqual([
      'No product was changed back.',
      '1 product has its old values again.',
      '1,200 products have their old values again.',
    ])
  })
  it('names the step that was not taken', () => {
    const lost = new TypeError('Failed to fetch')
    expect((['start', 'stop', 'undo'] as const).map((step) => problemText(lost, step))).toEqual([
      'The products could not be changed. Check the connection and try again.',
      'The bulk edit could not be stopped. Check the connection and try again.',
      'The bulk edit could not be undone. Check the connection and try again.',
    ])
  })
})
