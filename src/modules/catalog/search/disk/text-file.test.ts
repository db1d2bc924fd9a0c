import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TextFile } from './text-file.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'texts-'))))
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const texts = (...words: readonly string[]) => words.map((word) => Buffer.from(word))

describe('a file of texts', () => {
  it('gives back what was appended, also after it was opened again', () => {
    const file = new TextFile(folder)
    const places = [...file.append(texts('one', '', 'drei ä')), ...file.append(texts('four'))]
    const read = (from: TextFile) => [3, 0, 7, 4].map((length, i) => from.read(places[i] ?? NaN, length).toString())
    expect(read(file)).toEqual(['one', '', 'drei ä', 'four'])
    file.close()
    const again = new TextFile(folder)
    expect(read(again)).toEqual(['one', '', 'drei ä', 'four'])
    const [fifth] = again.append(texts('fifth'))
    expect(read(again)).toEqual(['one', '', 'drei ä', 'four'])
    expect(again.read(fifth ?? NaN, 5).toString()).toBe('fifth')
  })

  it('is neither read nor written to when it is closed: another process may have the folder by then', () => {
    const file = new TextFile(folder)
    const [place] = file.append(texts('one'))
    file.close()
    expect(() => file.append(texts('two'))).toThrow('closed')
    expect(() => file.read(place ?? NaN, 3)).toThrow('closed')
    expect(new TextFile(folder).read(place ?? NaN, 6).toString()).toBe('one\0\0\0')
  })

  it('reads alike what is in memory and what is only on the disk', () => {
    const file = new TextFile(folder, { segmentBytes: 10 })
    const words = Array.from({ length: 9 }, (_, i) => `text ${i}`)
    const places = words.map((word) => file.append(texts(word))[0] ?? NaN)
    const all = (from: TextFile) => places.map((place, i) => from.read(place, words[i]?.length ?? 0).toString())
    expect(readdirSync(folder)).toHaveLength(9)
    expect(all(file)).toEqual(words)
    file.close()
    expect(all(new TextFile(folder, { segmentBytes: 10 }))).toEqual(words)
  })

  it('reads alike before and after a segment is brought into memory, and what is written to it then', () => {
    const file = new TextFile(folder)
    const [one] = file.append(texts('one'))
    for (let reads = 0; reads < 3000; reads++) expect(file.read(one ?? NaN, 3).toString()).toBe('one')
    const [two] = file.append(texts('two'))
    expect(file.read(two ?? NaN, 3).toString()).toBe('two')
    expect(file.read(0, 9)).toEqual(Buffer.from('onetwo\0\0\0'))
  })

  it('keeps no more in memory than it may, and reads the rest from the disk', () => {
    const file = new TextFile(folder, { segmentBytes: 4, bytesInMemory: 8 })
    const places = ['aaaa', 'bbbb', 'cccc', 'dddd'].map((word) => file.append(texts(word))[0] ?? NaN)
    const readAll = () => places.map((place) => file.read(place, 4).toString())
    for (let reads = 0; reads < 2000; reads++) readAll()
    expect(readAll()).toEqual(['aaaa', 'bbbb', 'cccc', 'dddd'])
    // What is in memory does not see that the files were cut.
    for (const name of readdirSync(folder)) truncateSync(join(folder, name), 0)
    expect(readAll().filter((text) => text !== '\0\0\0\0')).toHaveLength(2)
  })

  it('brings what it had in memory there again only when that is much read again', () => {
    const file = new TextFile(folder, { segmentBytes: 4, bytesInMemory: 4 })
    const [first, second] = ['aaaa', 'bbbb'].map((word) => file.append(texts(word))[0] ?? NaN)
    for (const place of [first, second]) for (let reads = 0; reads < 2000; reads++) file.read(place ?? NaN, 4)
    file.read(first ?? NaN, 4)
    for (const name of readdirSync(folder)) truncateSync(join(folder, name), 0)
    expect(file.read(second ?? NaN, 4).toString()).toBe('bbbb')
  })

  it('takes a text that is longer than a segment into one that was left empty', () => {
    new TextFile(folder, { segmentBytes: 4 }).append(texts(''))
    const file = new TextFile(folder, { segmentBytes: 4 })
    const [place] = file.append(texts('longer than a segment'))
    expect(file.read(place ?? NaN, 21).toString()).toBe('longer than a segment')
  })

  it('goes on behind its last segment when it is opened again, however many there are', () => {
    const file = new TextFile(folder, { segmentBytes: 4 })
    const places = Array.from({ length: 12 }, (_, i) => file.append(texts(`${1000 + i}`))[0] ?? NaN)
    file.close()
    const again = new TextFile(folder, { segmentBytes: 4 })
    for (const place of places) again.claim(place, 4)
    const [last = NaN] = again.append(texts('last'))
    expect(last).toBeGreaterThan(Math.max(...places))
    expect(again.unused()).toEqual([])
    expect(places.map((place) => again.read(place, 4).toString())).toEqual(places.map((_, i) => `${1000 + i}`))
  })

  it('gives zeros for what is not there, and nothing that was in memory before', () => {
    vi.spyOn(Buffer, 'allocUnsafe').mockImplementation((size) => Buffer.alloc(size, 1))
    const file = new TextFile(folder)
    file.append(texts('x'))
    expect(file.read(0, 3)).toEqual(Buffer.from('x\0\0'))
    expect(file.read(7 * 2 ** 32, 2)).toEqual(Buffer.alloc(2))
  })

  it('begins a new segment when one is full, and deletes one that is released', () => {
    const file = new TextFile(folder, { segmentBytes: 10 })
    const places = ['12345678', '12345678', 'a text that is longer than a segment'].map(
      (word) => file.append(texts(word))[0] ?? NaN,
    )
    expect(readdirSync(folder)).toHaveLength(3)
    expect(file.unused()).toEqual([])
    file.release(places[0] ?? NaN, 8)
    // The last one is written to again.
    file.release(places[2] ?? NaN, 36)
    expect(file.unused()).toEqual([0])
    file.delete(file.unused())
    expect(readdirSync(folder).toSorted()).toEqual(['texts-1', 'texts-2'])
    expect(file.read(places[1] ?? NaN, 8).toString()).toBe('12345678')
  })

  it('finds a segment of which most is released, but never the one that is written', () => {
    const file = new TextFile(folder, { segmentBytes: 9 })
    const places = file.append(texts('abc', 'def', 'ghi'))
    file.release(places[0] ?? NaN, 3)
    file.release(places[1] ?? NaN, 3)
    expect(file.sparse()).toEqual([])
    file.append(texts('next'))
    expect(file.sparse()).toEqual([{ from: 0, to: 2 ** 32 }])
    file.release(places[2] ?? NaN, 3)
    expect(file.sparse()).toEqual([])
  })

  it('knows what is wanted of an earlier life when it is claimed', () => {
    const [place] = new TextFile(folder, { segmentBytes: 4 }).append(texts('text'))
    const file = new TextFile(folder, { segmentBytes: 4 })
    file.append(texts('more'))
    expect(file.unused()).toEqual([0])
    file.claim(place ?? NaN, 4)
    expect(file.unused()).toEqual([])
  })
})
