import { describe, expect, it } from 'vitest'
import { announcementOf, isUnderWay, rowsText, shareOf, speedText, timeLeftText } from './progress.ts'

const running = {
  state: 'running',
  preview: false,
  rowsRead: 12_500,
  rowsTotal: 50_000,
  rowsPerSecond: 2140.4,
  secondsLeft: 17.5,
  created: 12_000,
  updated: 0,
  unchanged: 0,
  failed: 500,
  undo: null,
} as const

describe('the progress of an import', () => {
  it('shows rows, speed and time left', () => {
    expect(shareOf(running)).toBe(0.25)
    expect(rowsText(running)).toBe('12,500 of 50,000 rows')
    expect(speedText(running)).toBe('2,140 rows per second')
    expect(timeLeftText(running)).toBe('About 20 seconds left')
  })

  it.each([
    [null, null],
    [0, 'A few seconds left'],
    [4, 'A few seconds left'],
    [5, 'About 5 seconds left'],
    [58, 'About 60 seconds left'],
    [60, 'About 1 minute left'],
    [61, 'About 2 minutes left'],
  ])('says for %s seconds: %s', (secondsLeft, text) => {
    expect(timeLeftText({ ...running, secondsLeft })).toBe(text)
  })

  it('claims no share before the rows are counted, and while it waits', () => {
    expect(shareOf({ ...running, rowsTotal: null })).toBeNull()
    expect(shareOf({ ...running, state: 'queued' })).toBeNull()
    expect(rowsText({ ...running, rowsTotal: null })).toBe('12,500 rows')
    expect(speedText({ ...running, rowsPerSecond: 0 })).toBeNull()
  })

  it('shows how much an undo has taken back', () => {
    expect(shareOf({ ...running, state: 'undoing' })).toBeNull()
    expect(
      shareOf({
        ...running,
        state: 'undoing',
        undo: { removed: 2999, restored: 0, keptCount: 1, kept: [{ productId: 1, name: 'Alpha' }] },
      }),
    ).toBe(0.25)
  })

  it('never claims more than all', () => {
    expect(shareOf({ ...running, rowsRead: 50_010 })).toBe(1)
  })

  it('says something aloud at quarters only, and once at the end', () => {
    const said = new Set(Array.from({ length: 50_001 }, (_, rowsRead) => announcementOf({ ...running, rowsRead })))
    expect([...said]).toEqual([
      'Importing',
      'Importing, 25 percent',
      'Importing, 50 percent',
      'Importing, 75 percent',
      'Importing, 100 percent',
    ])
    expect(announcementOf({ ...running, state: 'finished' })).toBe('The end: 12,000 successful, 500 failed')
    expect(announcementOf({ ...running, state: 'finished', failed: 0 })).toBe('The end: 12,000 successful')
    const nothing = { ...running, state: 'finished', created: 0, updated: 0, unchanged: 0, failed: 0 } as const
    expect(announcementOf(nothing)).toBe('The end: no row was imported')
    expect(announcementOf({ ...nothing, state: 'previewed' })).toBe('The file is read: nothing to import')
    expect(announcementOf({ ...nothing, state: 'previewed', updated: 1, failed: 2 })).toBe(
      'The file is read: 1 changed, 2 failed',
    )
    expect(announcementOf({ ...running, preview: true, state: 'cancelled' })).toBe(
      'Import cancelled. It was stopped while the file was read, so nothing was written.',
    )
  })

  it.each([
    ['previewing', true],
    ['queued', true],
    ['running', true],
    ['undoing', true],
    ['previewed', false],
    ['finished', false],
    ['cancelled', false],
    ['failed', false],
    ['undone', false],
  ] as const)('follows an import that is %s: %s', (state, followed) => {
    expect(isUnderWay({ state })).toBe(followed)
  })
})
