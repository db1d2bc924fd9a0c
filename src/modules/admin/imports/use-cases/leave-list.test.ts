import { describe, expect, it } from 'vitest'
import type { Product } from '#modules/catalog'
import type { ProductImport } from '../import.ts'
import { DEFAULTS } from '../rules/read-row.ts'
import { createLeaveList } from './leave-list.ts'
import { ImportTakenOver } from './write-group.ts'

const IMPORT = {
  id: 'import',
  run: 1,
  state: 'running',
  supplier: { id: 'supplier', whenLeft: 'sold-out' },
  corrects: null,
  mayManyLeave: true,
} as unknown as ProductImport

/** What a list that one product left does. @param isOver whether the import was canceled or taken over meanwhile */
async function leaving(inStock: boolean, isOver: boolean, awaitsPrice = false) {
  const committed: string[] = []
  let done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const product = { ...DEFAULTS, id: 7, name: 'Aster', inStock, awaitsPrice } as Product
  const deps = {
    database: {
      async transaction(work: (tx: unknown) => Promise<unknown>) {
        done = []
        await work({})
        committed.push(...done)
      },
    },
    events: { publish: note('published') },
    catalog: { findProducts: async () => [product], writeProducts: note('sold out') },
    imports: {
      find: async () => ({ lastLine: 10 }),
      isFollowed: async () => false,
      advance(_tx: unknown, { from, to }: { from: number; to: number }, onMiss: () => Error) {
        done.push(`advanced by ${to - from}`)
        if (isOver) throw onMiss()
      },
    },
    rows: {
      firstLinesBackwards: async () => [],
      group: async () => ({ rows: [], notesBefore: [] }),
      insert: note('recorded'),
    },
    supplierProducts: {
      listOnList: async () => [7],
      listMissing: async (_supplier: string, _import: string, after: number) => (after === 0 ? [7] : []),
      markLeft: note('marked'),
    },
  }
  const leaveList = createLeaveList(deps as unknown as Parameters<typeof createLeaveList>[0])
  const problem = await leaveList.apply(IMPORT, new AbortController().signal).catch((error: unknown) => error)
  return { committed, problem }
}

describe('products that left a list', () => {
  it('are written in the name of an import that still runs', async () => {
    expect(await leaving(true, false)).toEqual({
      committed: ['marked', 'sold out', 'advanced by 1', 'recorded', 'published'],
      problem: undefined,
    })
    expect(await leaving(false, false)).toEqual({ committed: ['marked', 'advanced by 0'], problem: undefined })
  })

  it('do not come on sale with a price that they awaited', async () => {
    expect(await leaving(false, false, true)).toMatchObject({
      committed: ['marked', 'sold out', 'advanced by 1', 'recorded', 'published'],
    })
  })

  it.each([
    ['in stock', true],
    ['sold out already', false],
  ])('are left as they were when the import was canceled or taken over: %s', async (_what, inStock) => {
    const { committed, problem } = await leaving(inStock, true)
    expect(problem).toBeInstanceOf(ImportTakenOver)
    expect(committed).toEqual([])
  })
})
