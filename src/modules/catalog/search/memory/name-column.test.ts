import { expect, it } from 'vitest'
import { fold } from '../../domain/words.ts'
import { NameColumn } from './name-column.ts'
import { SnapshotReader, SnapshotWriter } from './snapshot.ts'
import { bytesOf } from './testing/bytes-of.ts'

const SLOTS = 50

it('keeps every name and its forms when what former names took is given back, again and again', () => {
  const column = new NameColumn()
  const nameOf = (slot: number, round: number) => `Épson 4-in-1 ${slot} ${'R'.repeat(100 + slot)} ${round}`
  for (let round = 1; round <= 60; round++) {
    for (let slot = 0; slot < SLOTS; slot++) column.put(slot, nameOf(slot, round))
    column.put(round % SLOTS, '')
    const lookAtAll = () => {
      for (let slot = 0; slot < SLOTS; slot++) {
        const name = slot === round % SLOTS ? '' : nameOf(slot, round)
        if (column.valueOf(slot) !== name) expect(column.valueOf(slot)).toBe(name)
        if (name !== '') expect(column.beginsWith(slot, `epson 4 in 1 ${slot} rrr`)).toBe(true)
      }
    }
    for (const _ of column.makeRoom(SLOTS)) lookAtAll()
    lookAtAll()
  }
  const writer = new SnapshotWriter()
  column.save(writer, SLOTS)
  expect(Buffer.concat([...writer.pieces()]).length).toBeLessThan(300_000)
})

it('has names in the order in which the database has them, by the bytes of UTF-8', () => {
  const letters = ['a', 'B', 'É', 'ﬁ', '\uE000', '\uFFFD', '😀', '😁', '']
  const names = letters.flatMap((one) => letters.map((other) => `X${one}${other}`))
  const column = new NameColumn()
  for (const [slot, name] of names.entries()) column.put(slot, name)
  const bytes = names.map((name) => Buffer.from(fold(name)))
  for (const [a, one] of bytes.entries())
    for (const [b, other] of bytes.entries())
      expect(Math.sign(column.compare(a, b)), `${names[a]} ${names[b]}`).toBe(Buffer.compare(one, other))
  for (const [slot, own] of bytes.entries()) {
    for (const text of ['xa', 'x😀']) {
      const order = own.toString().startsWith(text) ? 0 : Buffer.compare(own, Buffer.from(text))
      expect(Math.sign(column.compareWith(slot, text)), `${names[slot]} ${text}`).toBe(order)
    }
  }
})

it('knows after it was loaded which names have words that are written otherwise', () => {
  const [column, loaded] = [new NameColumn(), new NameColumn()]
  for (const [slot, name] of ['Plotter', 'Épson 4-in-1', ''].entries()) column.put(slot, name)
  const writer = new SnapshotWriter()
  column.save(writer, 3)
  const reader = SnapshotReader.open(bytesOf(Buffer.concat([...writer.pieces()])))
  if (reader === null) throw new Error('the snapshot was not recognized')
  loaded.load(reader)
  expect([0, 1, 2].map((slot) => loaded.special.has(slot))).toEqual([false, true, false])
})
