import { describe, expect, it } from 'vitest'
import {
  breakdown,
  canUndo,
  errorText,
  finishToasts,
  discountOf,
  moreErrorsText,
  previewText,
  successfulOf,
  undoObstacle,
  undoProgress,
  undoQuestion,
  undoResult,
} from './result-texts.ts'

const over = {
  mode: 'create',
  state: 'finished',
  preview: false,
  created: 120,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  left: 0,
} as const

describe('the end of an import', () => {
  it('is reported as completed when everything went in', () => {
    expect(finishToasts(over)).toEqual([
      { title: 'Upload completed', description: 'Successfully imported 120 products. Refreshing product list...' },
    ])
  })

  it('is reported as completed and as partly failed when some rows did not go in', () => {
    expect(finishToasts({ ...over, failed: 7 }).map(({ title, description }) => `${title} / ${description}`)).toEqual([
      'Upload completed / Successfully imported 120 products. Refreshing product list...',
      'Some imports failed / 7 products failed to import',
    ])
  })

  it('claims no success when no row went in', () => {
    expect(finishToasts({ ...over, created: 0, failed: 7 }).map(({ title }) => title)).toEqual(['Some imports failed'])
  })

  it('is reported as a failed upload when the file could not be worked, and not at all when a person stopped it', () => {
    expect(finishToasts({ ...over, state: 'failed' })[0]).toMatchObject({
      title: 'Upload failed',
      description: 'Failed to process CSV file',
    })
    expect(finishToasts({ ...over, state: 'cancelled' })).toEqual([])
  })

  it('counts rows that the catalog had already as successful', () => {
    expect(successfulOf({ ...over, updated: 3, unchanged: 2 })).toBe(125)
    expect(breakdown({ ...over, created: 1200, updated: 3, skipped: 2 })).toBe('1,200 new, 3 changed, 2 skipped')
  })

  it('counts nothing that a preview has only read when it is stopped', () => {
    const read = { ...over, preview: true, unchanged: 5, skipped: 2 }
    for (const state of ['cancelled', 'failed'] as const) {
      expect(successfulOf({ ...read, state })).toBe(0)
      expect(breakdown({ ...read, state })).toBe('')
      expect(breakdown({ ...over, state })).toBe('120 new')
    }
    expect(breakdown({ ...read, state: 'previewed' })).toBe('120 new, 5 unchanged, 2 skipped')
  })

  it('names errors as specified, with a status, and the line to look for', () => {
    expect(
      errorText({ line: 5, name: 'Laser\u202e', reason: 'name must not contain control characters' }, 'create'),
      'what is behind the mark stays in its order',
    ).toBe('Failed to create "Laser\ufffd": 422 name must not contain control characters (line 5)')
    expect(errorText({ line: 12, name: 'Alpha', reason: 'price is missing.' }, 'create')).toBe(
      'Failed to create "Alpha": 422 price is missing. (line 12)',
    )
    expect(errorText({ line: 12, name: '', reason: 'name is missing.' }, 'upsert')).toBe(
      'Failed to import line 12: 422 name is missing.',
    )
  })

  it('names five errors and counts the others', () => {
    expect(moreErrorsText(5)).toBeNull()
    expect(moreErrorsText(6)).toBe('... and 1 more errors')
  })
})

describe('undoing an import', () => {
  const supplier = { id: 'aster', name: 'Aster', hasPriceRule: false, whenLeft: 'keep' } as const
  it('is offered once something was written and nobody works on it', () => {
    const kept = { ...over, supplier: null, keptUntil: '2026-11-21T10:00:00.000Z' }
    const before = Date.parse(kept.keptUntil) - 1
    expect(canUndo(kept, before)).toBe(true)
    expect(canUndo(kept, before + 1)).toBe(false)
    expect(canUndo({ ...kept, state: 'cancelled' }, before)).toBe(true)
    expect(canUndo({ ...kept, state: 'cancelled', preview: true }, before), 'only read').toBe(false)
    expect(canUndo({ ...kept, created: 0, unchanged: 3 }, before)).toBe(false)
    expect(canUndo({ ...kept, created: 0, unchanged: 3, supplier }, before), 'what is on the list').toBe(true)
    expect(canUndo({ ...kept, created: 0, unchanged: 0, supplier }, before)).toBe(false)
    for (const state of ['previewed', 'running', 'undoing', 'undone'] as const)
      expect(canUndo({ ...kept, state }, before)).toBe(false)
  })

  it('says why an undo that was asked for is not possible any more', () => {
    const kept = { ...over, supplier: null, keptUntil: '2026-11-21T10:00:00.000Z' }
    const before = Date.parse(kept.keptUntil) - 1
    expect(undoObstacle(kept, before)).toBeNull()
    expect(undoObstacle({ ...kept, state: 'undoing' }, before)).toBe('Somebody else is undoing this import already.')
    expect(undoObstacle({ ...kept, state: 'undone' }, before)).toBe('Somebody else has undone this import.')
    expect(undoObstacle(kept, before + 1)).toBe('This import can no longer be undone.')
  })

  it('says before what it will do, and after what it did', () => {
    expect(undoQuestion({ ...over, created: 1, updated: 2, supplier: null })).toBe(
      '1 new product is removed and 2 changed products get their old values back. Products that were edited since stay as ' +
        'they are, and are named; so do new ones that were sold or reviewed and those whose stock was set by the list and has changed since.',
    )
    expect(undoQuestion({ ...over, supplier })).toBe(
      '120 new products are removed. Products that were edited since stay as they are, and are named; so do new ones that ' +
        'were sold or reviewed. The next list of Aster is read as if this one had never come.',
    )
    expect(undoQuestion({ ...over, created: 0, unchanged: 3, supplier })).toBe(
      'It changed no product, and none changes now. The next list of Aster is read as if this one had never come.',
    )
  })

  it('names of what it did only what happened', () => {
    const texts = (counts: readonly (readonly [number, number, number])[]) =>
      counts.map(([removed, restored, keptCount]) => undoResult({ removed, restored, keptCount, kept: [] }))
    expect(
      texts([
        [990, 1000, 1],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 2],
        [3, 0, 1],
        [0, 0, 0],
      ]),
    ).toEqual([
      '990 products removed, 1,000 products put back, 1 product kept because of later changes.',
      '1 product removed.',
      '1 product put back.',
      '2 products kept because of later changes.',
      '3 products removed, 1 product kept because of later changes.',
      'No product was changed back.',
    ])
  })

  it('says how far it is', () => {
    const undo = { keptCount: 4, kept: [] }
    expect(undoProgress(null)).toBe('From the last row to the first.')
    expect(undoProgress({ ...undo, removed: 0, restored: 0 })).toBe('From the last row to the first.')
    expect(undoProgress({ ...undo, removed: 0, restored: 1 })).toBe('1 product taken back so far.')
    expect(undoProgress({ ...undo, removed: 700, restored: 500 })).toBe('1,200 products taken back so far.')
  })
})

describe('a file that was only read', () => {
  it('says what it would write, without kinds of rows that it has not', () => {
    const textOf = (created: number, updated: number, failed = 0) => {
      const { written, rest } = previewText({ created, updated, failed, skipped: 0 })
      return written + rest
    }
    expect(textOf(1, 0)).toBe('1 product would be written: 1 new. Nothing is written yet.')
    expect(textOf(1200, 1, 1)).toBe(
      '1,201 products would be written: 1,200 new, 1 changed. 1 row would be left out. Nothing is written yet.',
    )
    expect(textOf(0, 0, 2)).toBe('No product would be written. 2 rows would be left out. Nothing is written yet.')
  })
})

describe('the discount of a row', () => {
  const row = (price: string | null, originalPrice: string | null) => [
    { field: 'price', before: null, after: price },
    { field: 'originalPrice', before: '500.00', after: originalPrice },
  ]

  it('is a part of the original price, and negative where the two may be swapped', () => {
    expect(discountOf(row('75.00', '100.00'))).toBe(25)
    expect(discountOf(row('100.00', '75.00'))).toBe(-33)
    expect(discountOf(row('100.00', '100.00'))).toBe(0)
  })

  it('is none without both prices', () => {
    for (const [price, originalPrice] of [
      ['0.00', '100.00'],
      ['75.00', '0.00'],
      [null, '100.00'],
      ['75.00', null],
    ] as const)
      expect(discountOf(row(price, originalPrice))).toBeNull()
    expect(discountOf([])).toBeNull()
  })
})
