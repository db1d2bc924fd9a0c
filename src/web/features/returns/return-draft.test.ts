import { expect, it } from 'vitest'
import { createSafeStorage } from '../../lib/storage.ts'
import { openReturn, saveReturn, type ChosenLine } from './return-draft.ts'

const tab = () => createSafeStorage(() => undefined)
const items = [
  { line: 1, productName: 'Quiet Laser', quantity: 3 },
  { line: 4, productName: 'Toner', quantity: 1 },
]
const laser: ChosenLine = { quantity: 2, reason: 'defective', isUnopened: false }
const toner: ChosenLine = { quantity: 1, reason: '', isUnopened: true }

it('keeps what was written of a return through a reload, with the key that a lost answer may have used', () => {
  const storage = tab()
  const written = {
    attemptKey: 'k1',
    chosen: new Map([
      [1, laser],
      [4, toner],
    ]),
    note: 'It hums.',
  }
  saveReturn('return', written, storage)
  expect(openReturn('return', items, storage)).toEqual(written)
  expect(openReturn('another', items, storage)).toMatchObject({ chosen: new Map(), note: '' })
})

it('leaves out what can come back no longer', () => {
  const storage = tab()
  saveReturn('return', { attemptKey: 'k1', chosen: new Map([[1, laser]]), note: 'It hums.' }, storage)
  const left = [{ line: 1, productName: 'Quiet Laser', quantity: 1 }]
  expect(openReturn('return', left, storage)).toEqual({ attemptKey: 'k1', chosen: new Map(), note: 'It hums.' })
})

it.each([
  'null',
  '5',
  '{}',
  '{"attemptKey":"k1","note":"","chosen":{"1":{}}}',
  '{"attemptKey":"k1","note":5,"chosen":[]}',
])('opens empty where %s is kept, which it has not written', (text) => {
  const storage = tab()
  storage.setItem('return', text)
  const opened = openReturn('return', items, storage)
  expect(opened).toMatchObject({ chosen: new Map(), note: '' })
  expect(opened.attemptKey).not.toBe('k1')
})

it.each([
  [5, {}],
  [[1, { quantity: 9, reason: 'defective', isUnopened: false }], {}],
  [[1, { quantity: 1.5, reason: 'defective', isUnopened: false }], {}],
  [[1, { quantity: 1, reason: 'constructor', isUnopened: 'yes' }], { quantity: 1, reason: '', isUnopened: false }],
  [[7, laser], {}],
])('reads of the line %j what is sound', (entry, restored) => {
  const storage = tab()
  storage.setItem('return', JSON.stringify({ attemptKey: 'k1', note: '', chosen: [entry] }))
  expect(Object.assign({}, ...openReturn('return', items, storage).chosen.values())).toEqual(restored)
})
