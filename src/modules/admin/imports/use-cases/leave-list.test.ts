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

/** What a list does that products left. @param isOver whether the import was canceled or taken over meanwhile */
async function leaving({
  inStock = true,
  awaitsPrice = false,
  isOver = false,
  mayManyLeave = true,
  ids = [7],
  comeBack = [0],
}) {
  let looks = 0
  const committed: string[] = []
  let done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const aProduct = (id: number) => ({ ...DEFAULTS, id, name: 'Aster', inStock, awaitsPrice }) as Product
  const deps = {
    database: {
      async transaction(work: (tx: unknown) => Promise<unknown>) {
        done = []
        await work({})
        committed.push(...done)
      },
    },
    events: { publish: note('published') },
    catalog: { findProducts: async (found: number[]) => found.map(aProduct), writeProducts: note('sold out') },
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
      listOnList: async () => ids,
      async listMissing() {
        looks += 1
        return ids
      },
      findMissing: async (_supplier: string, _import: string, among: number[]) =>
        among.filter((id) => !comeBack.includes(id)),
      markLeft: note('marked'),
    },
  }
  const leaveList = createLeaveList(deps as unknown as Parameters<typeof createLeaveList>[0])
  const problem = await leaveList
    .apply({ ...IMPORT, mayManyLeave }, new AbortController().signal)
    .catch((error: unknown) => error)
  return { committed, problem, looks }
}

describe('products that left a list', () => {
  it('are written in the name of an import that still runs', async () => {
    expect(await leaving({})).toMatchObject({
      committed: ['marked', 'sold out', 'advanced by 1', 'recorded', 'published'],
      problem: undefined,
    })
    expect(await leaving({ inStock: false })).toMatchObject({
      committed: ['marked', 'advanced by 0'],
      problem: undefined,
    })
  })

  it('do not come on sale with a price that they awaited', async () => {
    expect(await leaving({ inStock: false, awaitsPrice: true })).toMatchObject({
      committed: ['marked', 'sold out', 'advanced by 1', 'recorded', 'published'],
    })
  })

  it('stay on sale when they are so many by now that staff have to confirm it', async () => {
    expect(await leaving({ mayManyLeave: false })).toMatchObject({ committed: [], problem: undefined })
  })

  it('are all sold out, in whatever number', async () => {
    const { committed, looks } = await leaving({ ids: Array.from({ length: 450 }, (_, index) => index + 1) })
    // To look for them passes over all that is on the list.
    expect(looks).toBe(1)
    expect(committed.filter((what) => what.startsWith('advanced'))).toEqual([
      'advanced by 200',
      'advanced by 200',
      'advanced by 50',
    ])
  })

  it('stay where they were found by another import meanwhile', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => index + 1)
    const { committed } = await leaving({ ids, comeBack: ids.slice(200) })
    expect(committed.filter((what) => what.startsWith('advanced'))).toEqual(['advanced by 200'])
  })

  it.each([
    ['in stock', true],
    ['sold out already', false],
  ])('are left as they were when the import was canceled or taken over: %s', async (_what, inStock) => {
    const { committed, problem } = await leaving({ inStock, isOver: true })
    expect(problem).toBeInstanceOf(ImportTakenOver)
    expect(committed).toEqual([])
  })
})
