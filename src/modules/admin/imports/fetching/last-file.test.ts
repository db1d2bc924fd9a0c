import { expect, it } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import type { ImportState, ProductImport } from '../import.ts'
import type { Supplier } from '../supplier.ts'
import { findStandingFile, rulesOf } from './last-file.ts'

const NOW = new Date('2026-11-30T06:00:00Z')
const supplier = { id: 'northwind', name: 'Northwind', key: 'sku', priceRule: null, whenLeft: 'keep' } as Supplier
const seen = { importId: 'import', etag: null, lastModified: null, checksum: 'sum', rules: rulesOf(supplier) }

/** Whether a file stands whose import is like this; null when it is not there any more. */
async function stands(former: Partial<ProductImport> | null, by: Supplier = supplier): Promise<boolean> {
  const kept = former && { state: 'finished', preview: false, createdAt: NOW, startedAt: NOW, ...former }
  const imports = { find: async () => kept as ProductImport | null }
  return (await findStandingFile(seen, by, { imports, clock: { now: () => NOW } })) !== null
}

it.each<[ImportState, boolean]>([
  ['finished', true],
  ['running', true],
  ['mapping', true],
  ['previewed', true],
  ['undone', false],
  ['undoing', false],
  ['failed', false],
  ['cancelled', false],
])('a file whose import is %s stands: %s', async (state, isSo) => {
  expect(await stands({ state })).toBe(isSo)
})

it('a file is imported again when the rules of its supplier are others, or nothing is known of its import', async () => {
  expect(await stands({}, { ...supplier, whenLeft: 'sold-out' })).toBe(false)
  expect(await stands({}, { ...supplier, name: 'Northwind Inc.' })).toBe(true)
  expect(await stands(null)).toBe(false)
  expect(
    await findStandingFile(null, supplier, { imports: { find: async () => null }, clock: { now: () => NOW } }),
  ).toBe(null)
})

it('a preview that can be started no more stands for nothing, and an import stands however old it is', async () => {
  const createdAt = new Date(NOW.getTime() - 31 * DAY_MS)
  expect(await stands({ state: 'previewed', preview: true, createdAt })).toBe(false)
  expect(await stands({ createdAt: new Date(0), startedAt: new Date(0) })).toBe(true)
})
