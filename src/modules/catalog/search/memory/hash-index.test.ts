import { expect, it } from 'vitest'
import { HashIndex } from './hash-index.ts'
import { SnapshotReader, SnapshotWriter } from './snapshot.ts'
import { bytesOf } from './testing/bytes-of.ts'

/** Many entries with one hash, and hashes of which the lowest bits are the same. */
const hashOf = (i: number) => (i % 10 === 0 ? 64 : Math.imul(i % 700, i % 3 === 0 ? 4096 : 2_654_435_761) >>> 0)

function valuesOf(index: HashIndex, hash: number): number[] {
  const values: number[] = []
  for (let entry = index.last(hash); entry >= 0; entry = index.previous(entry)) values.push(index.valueOf(entry))
  return values
}

function saved(index: HashIndex): HashIndex {
  const writer = new SnapshotWriter()
  index.save(writer)
  const reader = SnapshotReader.open(bytesOf(Buffer.concat([...writer.pieces()])))
  if (reader === null) throw new Error('not a snapshot')
  const loaded = new HashIndex()
  loaded.load(reader)
  return loaded
}

it('finds the entries of a hash, the last one first, at every size, and however often it was saved and loaded', () => {
  let index = new HashIndex()
  const plain = new Map<number, number[]>()
  for (let i = 0; i < 5000; i++) {
    const hash = hashOf(i)
    index.add(hash, i)
    plain.set(hash, [i, ...(plain.get(hash) ?? [])])
    expect(valuesOf(index, hash)).toEqual(plain.get(hash))
    if (i % 97 === 0) index = saved(index)
    if (i % 5 === 0) for (const _ of index.makeRoom());
    if (i % 501 === 0) for (const [each, values] of plain) expect(valuesOf(index, each)).toEqual(values)
  }
  expect(valuesOf(index, 12_345)).toEqual([])
})
