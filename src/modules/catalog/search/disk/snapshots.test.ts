import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { patient } from '../../../../testing/patience.ts'
import { plainEncoder } from '../../testing/product-builder.ts'
import { CatalogIndex } from '../memory/catalog-index.ts'
import { createSnapshots } from './snapshots.ts'
import { ProductTexts } from './product-texts.ts'
import { TextFile } from './text-file.ts'

const logger = createLogger('silent')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshots-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function someSnapshots({ compactTexts = async () => {}, resync = async () => {} } = {}) {
  const file = new TextFile(folder)
  const texts = new ProductTexts({ encoder: plainEncoder, file, logger })
  const code = { layout: 'layout', facts: 'facts', texts: 'texts' }
  const taken = { path: folder, release: () => {} }
  return createSnapshots({
    store: { folder: taken, file, code, takeSaved: async () => null },
    logger,
    readModel: {
      current: { index: new CatalogIndex(), texts, completeUntilMs: 1, isOfThisCode: true },
      exclusively: (work) => work(),
      compactTexts,
    },
    products: { collectionId: async () => null },
    resync,
  })
}

it('is saved by the end of the process when it could not be before', async () => {
  const warn = vi.spyOn(logger, 'warn')
  // Stands for a full disk.
  mkdirSync(join(folder, 'snapshot.draft'))
  const snapshots = someSnapshots()
  snapshots.noteChange()
  snapshots.begin()
  vi.advanceTimersByTime(5000)
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), patient(5000))
  rmdirSync(join(folder, 'snapshot.draft'))
  await snapshots.close()
  expect(existsSync(join(folder, 'snapshot'))).toBe(true)
})

it('is saved at its time also when the texts cannot be compacted', async () => {
  const warn = vi.spyOn(logger, 'warn')
  const snapshots = someSnapshots({
    async compactTexts() {
      throw new Error('no room')
    },
  })
  snapshots.noteChange()
  snapshots.begin()
  vi.advanceTimersByTime(5000)
  await vi.waitFor(() => expect(existsSync(join(folder, 'snapshot'))).toBe(true), patient(5000))
  expect(warn.mock.calls.map(([, message]) => message)).toEqual([expect.stringContaining('room on the disk')])
  await snapshots.close()
})

it('is saved within a quarter of an hour though changes never cease', async () => {
  const resync = vi.fn(async () => {})
  const snapshots = someSnapshots({ resync })
  snapshots.begin()
  for (let second = 0; second < 896; second += 4) {
    snapshots.noteChange()
    await vi.advanceTimersByTimeAsync(4000)
  }
  expect(resync).not.toHaveBeenCalled()
  snapshots.noteChange()
  await vi.advanceTimersByTimeAsync(4000)
  expect(resync).toHaveBeenCalledOnce()
  await snapshots.close()
})

it('is saved no more often than every five minutes, however calm it is', async () => {
  const resync = vi.fn(async () => {})
  const snapshots = someSnapshots({ resync })
  snapshots.begin()
  snapshots.noteChange()
  await vi.advanceTimersByTimeAsync(5000)
  await vi.waitFor(() => expect(existsSync(join(folder, 'snapshot'))).toBe(true), patient(5000))
  snapshots.noteChange()
  await vi.advanceTimersByTimeAsync(240_000)
  expect(resync).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(120_000)
  await vi.waitFor(() => expect(resync).toHaveBeenCalledTimes(2), patient(5000))
  await snapshots.close()
})
