import { expect, it } from 'vitest'
import { systemClock } from '#platform/time/clock'
import { longestHold } from '../../../bff/testing/longest-hold.ts'
import { openImports } from '../../../testing/open-imports.ts'
import type { RowResult } from './import.ts'
import { createImportRowsRepository } from './persistence/import-rows.repository.ts'

const GROUP = 200
/** What staff may hold up all others for, in ms of processor time. */
const LONGEST_HOLD_MS = 50
/** The code of the first is compiled while it runs. */
const ATTEMPTS = 4

/** An import with groups of stored rows. */
async function anImportWith(groups: number, rowAt: (line: number) => Partial<RowResult>) {
  const shop = await openImports()
  const { id, run } = await shop.send('sku,name,price\nA,Quill,1.00\n', { mode: 'create' })
  const repository = createImportRowsRepository(shop.database, systemClock)
  const plain = { productId: null, reason: null, warnings: [], changes: [], mark: null }
  for (let group = 0; group < groups; group += 1) {
    const firstLine = group * GROUP + 2
    const rows = Array.from({ length: GROUP }, (_, index): RowResult => {
      const line = firstLine + index
      return { ...plain, line, name: `Quill ${line}`, outcome: 'failed', ...rowAt(line) }
    })
    await shop.database.transaction(async (tx) =>
      repository.insert(tx, { importId: id, run, preview: false, firstLine, rows }),
    )
  }
  return { ...shop, id }
}

async function leastHold(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  for (let n = 0; n < ATTEMPTS && best >= LONGEST_HOLD_MS; n += 1) best = Math.min(best, await longestHold(work))
  return best
}

it('the reasons of a hundred thousand failed rows are gathered without holding anybody up', async () => {
  const shop = await anImportWith(500, (line) => ({
    reason: `category must be one of printers, scanners, not "Druckmaschinen ${line % 700}"; price must be like 1299.00, not "auf Anfrage ${line}".`,
  }))
  expect(await leastHold(() => shop.imports.failures(shop.id))).toBeLessThan(LONGEST_HOLD_MS)
  expect((await shop.imports.failures(shop.id)).map(({ field, rows }) => [field, rows])).toEqual([
    ['category', 100_000],
    ['price', 100_000],
  ])
})

it('the history of a product that a hundred lists have changed is read without holding anybody up', async () => {
  const changes = ['priceCents', 'stockQuantity', 'description'].map((field) => ({
    field,
    before: JSON.stringify('Prints, copies and scans for a whole office.'),
    after: JSON.stringify('Prints, copies and scans for two offices.'),
  }))
  const shop = await anImportWith(100, (line) => ({
    outcome: 'updated',
    productId: ((line - 2) % GROUP) + 1,
    changes,
    mark: 'abcdefghijklmn',
  }))
  expect(await leastHold(() => shop.imports.changesOf(1, 100))).toBeLessThan(LONGEST_HOLD_MS)
  expect(await shop.imports.changesOf(1, 100)).toHaveLength(100)
})
