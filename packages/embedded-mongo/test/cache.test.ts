import { rmSync } from 'node:fs'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '../src/bson-bytes.ts'
import { Disk } from '../src/disk.ts'
import { Entry, EntryCache } from '../src/entry.ts'
import type { Document } from '../src/errors.ts'
import { eventually, openStore, temporaryFolder } from './fixture.ts'

const document = (id: number): Buffer => encode({ _id: id, text: 'x'.repeat(80) })
const bytesEach = document(1).length

/** Documents on a disk, of which a cache holds so many, and which of them are read. */
function stored(count: number, held: number) {
  const reads: number[] = []
  const cache = new EntryCache(held * bytesEach)
  const read = (sequence: number): Buffer => {
    reads.push(sequence)
    return document(sequence)
  }
  const storage = { cache, read, readTransient: read }
  const entries = Array.from({ length: count }, (_, i) => new Entry(i, document(i)))
  /** Reads these documents, and says which of them were not held. */
  const readAll = (from: number, to: number): number[] => {
    reads.length = 0
    for (const entry of entries.slice(from, to)) expect(decode(entry.bytes)['_id']).toBe(entry.idKey)
    return reads.splice(0)
  }
  return { entries, storage, readAll }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

describe('the cache of documents', () => {
  it('holds those that were read last, and no more than it may', () => {
    const { entries, storage, readAll } = stored(50, 10)
    for (const entry of entries) entry.unload(storage)
    expect(readAll(0, 50)).toEqual(numbers(0, 50))
    expect(readAll(40, 50)).toEqual([])
    expect(readAll(0, 40)).toEqual(numbers(0, 40))
  })

  it('holds those that were written last, and no more than it may', () => {
    const { entries, storage, readAll } = stored(50, 10)
    for (const entry of entries) entry.markStored(storage)
    expect(readAll(40, 50)).toEqual([])
    expect(readAll(0, 40)).toEqual(numbers(0, 40))
  })

  it('holds longer what was used than what was not', () => {
    const { entries, storage, readAll } = stored(15, 10)
    for (const entry of entries) entry.unload(storage)
    readAll(0, 10)
    readAll(0, 5)
    readAll(10, 15)
    expect(readAll(0, 5)).toEqual([])
    expect(readAll(5, 10)).toEqual(numbers(5, 10))
  })

  it('has room again for what was replaced, which keeps its bytes for those who still read it', () => {
    const { entries, storage, readAll } = stored(30, 10)
    for (const entry of entries) entry.unload(storage)
    readAll(0, 10)
    for (const entry of entries.slice(0, 8)) entry.replace()
    expect(readAll(10, 18)).toEqual(numbers(10, 18))
    expect(readAll(8, 18)).toEqual([])
    readAll(18, 30)
    expect(readAll(0, 8)).toEqual([])
  })

  it('keeps of a large message no more than the document that came in it', () => {
    const { storage } = stored(0, 2)
    const message = Buffer.alloc(1024 * 1024)
    const [first, ...others] = numbers(0, 4).map((i) => {
      document(i).copy(message, i * bytesEach)
      return new Entry(i, message.subarray(i * bytesEach, (i + 1) * bytesEach))
    })
    first?.markStored(storage)
    expect(first?.bytes.buffer.byteLength).toBe(message.length)
    for (const entry of others) entry.markStored(storage)
    expect(first?.bytes.buffer.byteLength).toBe(bytesEach)
  })
})

it('documents leave the memory when they are on the disk', async () => {
  const { disk, run, close } = openStore({ cacheBytes: 10 * bytesEach })
  await run({ insert: 'rows', documents: numbers(0, 100).map(document) })
  let reads = 0
  const read = disk.readTransient.bind(disk)
  disk.readTransient = (...place) => {
    reads++
    return read(...place)
  }
  await run({ find: 'rows', filter: { text: 'y' } })
  expect(reads).toBe(90)
  await close()
})

it('the file is opened again when much of it was written or read since, and not before', async () => {
  const folder = temporaryFolder()
  const disk = new Disk(folder, { durability: 'process-crash-safe', mappedBytes: 10_000 })
  disk.open()
  let reopened = 0
  const reopen = disk.reopen.bind(disk)
  disk.reopen = () => (reopened++, reopen())
  const write = async (place: number): Promise<void> => {
    disk.write(1, place, encode({ text: 'x'.repeat(6000) } satisfies Document))
    await disk.durable()
    await disk.ready()
  }
  const isReopened = (times: number) => eventually(() => disk.isUsable && reopened === times)
  await write(1)
  expect(reopened).toBe(0)
  await write(2)
  await isReopened(1)
  disk.readTransient(1, 1)
  expect(disk.isUsable).toBe(true)
  disk.read(1, 2)
  await isReopened(2)
  await write(3)
  for (let turn = 0; turn < 5; turn++) await endOfTurn()
  expect(reopened).toBe(2)

  // What is issued at the same time is written before.
  disk.read(1, 2)
  disk.write(1, 4, encode({ _id: 4 }))
  await disk.durable()
  expect(reopened).toBe(2)
  await isReopened(3)
  disk.read(1, 1)
  disk.read(1, 2)
  await disk.close()
  for (let turn = 0; turn < 5; turn++) await endOfTurn()
  expect(reopened, 'a closed one stays closed').toBe(3)
  rmSync(folder, { recursive: true })
})
