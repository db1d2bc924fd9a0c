import { expect, it } from 'vitest'
import { exportText } from './export-text.ts'

it('an export that is written bit by bit reads like one that is written at once', async () => {
  const parts = {
    reference: 'DR-1',
    writtenAt: new Date(0),
    account: { name: 'Ada\n"Byron"', phone: null, addresses: [{ street: '1 Main St' }] },
    none: [],
    absent: undefined,
    nothing: {},
    wishlist: [1, 2],
    orders: Array.from({ length: 120 }, (_, id) => ({ id, at: new Date(id), lines: [{ name: 'A\u2028\nB' }] })),
  }
  expect(await exportText(parts)).toBe(JSON.stringify(parts, null, 2))
})
