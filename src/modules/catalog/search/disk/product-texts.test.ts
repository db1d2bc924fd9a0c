import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { aProduct, plainEncoder } from '../../testing/product-builder.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import { SnapshotReader, SnapshotWriter } from '../memory/snapshot.ts'
import { bytesOf } from '../memory/testing/bytes-of.ts'
import { ProductTexts } from './product-texts.ts'
import { TextFile } from './text-file.ts'
import { TextTable } from './text-table.ts'

let folder: string
let file: TextFile
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'product-texts-'))
  file = new TextFile(folder, { segmentBytes: 20_000 })
})
afterEach(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

const logger = createLogger('silent')
const stored = (id: number, name: string, changedAt = 1) => ({
  product: aProduct({ id, name }),
  changedAt,
  reviewsChangedAt: 0,
})

describe('texts of products', () => {
  it('move out of segments that are mostly released, and stay the same', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    const ids = Array.from({ length: 300 }, (_, i) => i + 1)
    for (const id of ids) texts.update([], [stored(id, `Printer ${id}`)])
    // Every third product stays as it is, so that no segment is released as a whole.
    for (const id of ids) if (id % 3 > 0) texts.update([], [stored(id, `Changed ${id}`)])
    const before = ids.map((id) => texts.find(id)?.json.toString())
    const segments = readdirSync(folder).length
    expect(file.unused()).toEqual([])
    while (texts.compact());
    file.delete(file.unused())
    expect(readdirSync(folder).length).toBeLessThan(segments * 0.8)
    expect(ids.map((id) => texts.find(id)?.json.toString())).toEqual(before)
  })

  it('are made again instead of moved when they were damaged', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    const ids = Array.from({ length: 100 }, (_, i) => i + 1)
    for (const id of ids) texts.update([], [stored(id, `Printer ${id}`)])
    for (const id of ids) if (id % 3 > 0) texts.update([], [stored(id, `Changed ${id}`)])
    writeFileSync(join(folder, 'texts-0'), Buffer.alloc(20_000))
    while (texts.compact());
    expect(texts.find(1)?.json.toString()).toContain('Changed 1')
    expect(texts.find(3)).toBeNull()
  })

  it('are moved until there is nothing to move, whatever others keep in the same segments', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    const others = new ProductTexts({ encoder: plainEncoder, file, logger })
    const ids = Array.from({ length: 100 }, (_, i) => i + 1)
    for (const id of ids) texts.update([], [stored(id, `Printer ${id}`)])
    others.update([], [stored(1, 'Kept by another')])
    for (const id of ids) if (id % 3 > 0) texts.update([], [stored(id, `Changed ${id}`)])
    for (const id of ids) texts.update([], [stored(id, `Changed again ${id}`)])
    let moves = 0
    while (texts.compact() && moves < 100) moves++
    expect(moves).toBeLessThan(100)
    expect(others.find(1)?.json.toString()).toContain('Kept by another')
    expect(texts.find(3)?.json.toString()).toContain('Changed again 3')
  })

  it('are not written again while they stay the same', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    texts.update([], [stored(1, 'Printer')])
    const [end = NaN] = file.append([Buffer.alloc(1)])
    texts.update([], [stored(1, 'Printer', 2)])
    expect(texts.changedAtOf(1)).toBe(2)
    expect(file.append([Buffer.alloc(1)])).toEqual([end + 1])
  })

  it('count as changed when a product is gone, and not when there was none', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    const changes = new ChangeCounts()
    texts.update([], [stored(1, 'Printer')])
    texts.update([2], [], changes)
    expect(changes.latest).toBe(0)
    texts.update([1], [], changes)
    expect(changes.versionOf(1)).toBe(changes.latest)
    expect(changes.latest).toBe(1)
  })

  it('count as changed in what a page shows when the reviews are others', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    const changes = new ChangeCounts()
    texts.update([], [stored(1, 'Printer')])
    texts.update([], [{ ...stored(1, 'Printer'), reviewsChangedAt: 5 }], changes)
    expect([changes.versionOf(1), changes.shownVersionOf(1)]).toEqual([1, 1])
  })

  it('take the place of one when a product is given twice, so that all of it can be released', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    texts.update([1, 1], [stored(1, 'Printer'), stored(1, 'Scanner')])
    expect(texts.find(1)?.json.toString()).toContain('Scanner')
    texts.update([1], [])
    file.append([Buffer.alloc(20_000)])
    expect(file.unused()).toEqual([0])
  })

  it('are written once for each version', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    texts.update([1], [stored(1, 'Printer')])
    const [place] = file.append([])
    for (let turn = 2; turn < 50; turn++) texts.update([1], [stored(1, 'Printer', turn)])
    expect(file.append([])[0]).toBe(place)
    expect(texts.changedAtOf(1)).toBe(49)
  })

  it('know after a restart whether anything is linked to a product', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    const linked = { product: aProduct({ id: 2, linkedIds: [1] }), changedAt: 1, reviewsChangedAt: 0 }
    texts.update([], [stored(1, 'Printer'), linked])
    const writer = new SnapshotWriter()
    texts.save(writer)
    const reader = SnapshotReader.open(bytesOf(Buffer.concat([...writer.pieces()])))
    const restored = new ProductTexts({ encoder: plainEncoder, file, logger })
    if (reader !== null) restored.load(reader, { withPlaces: true })
    expect([1, 2, 3].map((id) => restored.hasLinks(id))).toEqual([false, true, undefined])
  })

  it('are there after a restart, however many products were deleted before it', () => {
    const table = new TextTable()
    const ids = Array.from({ length: 200_000 }, (_, i) => i + 1)
    for (const id of ids) table.add(id)
    for (const id of ids.slice(1)) table.remove(id, table.slotOf(id) ?? 0)
    const writer = new SnapshotWriter()
    table.save(writer)
    const reader = SnapshotReader.open(bytesOf(Buffer.concat([...writer.pieces()])))
    const restored = new TextTable()
    if (reader !== null) restored.load(reader)
    expect([restored.slotOf(1), restored.slotOf(2)]).toEqual([0, undefined])
    expect(restored.add(200_001)).toBe(table.add(200_001))
  })

  it('are unknown for products that are gone, and for ones that never were', () => {
    const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
    texts.update([1, 2], [stored(1, 'Printer'), stored(2, 'Scanner')])
    texts.update([1, 3], [])
    expect([texts.has(1), texts.find(1), texts.has(3), texts.find(3)]).toEqual([false, undefined, false, undefined])
    texts.update([4], [stored(4, 'Another')])
    expect(
      [2, 4].map((id) =>
        texts
          .find(id)
          ?.json.toString()
          .includes('"id":' + id),
      ),
    ).toEqual([true, true])
  })
})
