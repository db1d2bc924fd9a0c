import { expect, test } from 'vitest'
import { MAX_SELECTED_ORDERS } from '#contracts/limits'
import type { StaffOrder } from '#contracts/staff-orders'
import { isPrinted, leftOutWords, readOrdersToPrint } from './orders-to-print.ts'

const order = (id: number, status: StaffOrder['status']) => ({ id, status }) as StaffOrder

test('orders are printed as they are now, in the order in which they were selected', async () => {
  const now = [order(100001, 'cancelled'), order(100002, 'processing')]
  expect(await readOrdersToPrint([100002, 100001], async () => now)).toEqual(now.toReversed())
  expect(await readOrdersToPrint([100003, 100001], async () => [order(100001, 'pending')])).toHaveLength(1)
})

test('a selection of more orders than one answer has is read in parts', async () => {
  const ids = Array.from({ length: MAX_SELECTED_ORDERS + 1 }, (_, index) => 100001 + index)
  const asked: number[] = []
  const read = async (part: readonly number[]) => {
    asked.push(part.length)
    return part.map((id) => order(id, 'processing'))
  }
  expect((await readOrdersToPrint(ids, read)).map(({ id }) => id)).toEqual(ids)
  expect(asked).toEqual([MAX_SELECTED_ORDERS, 1])
})

test('nothing is packed for a cancelled order, and nothing taken from the shelves for one that has left', () => {
  const printed = (what: 'slips' | 'pick-list') =>
    (['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const).filter((status) =>
      isPrinted(what, { status }),
    )
  expect(printed('slips')).toEqual(['pending', 'processing', 'shipped', 'delivered'])
  expect(printed('pick-list')).toEqual(['pending', 'processing'])
})

test('a notice names the orders that are left out, and says when there are no others', () => {
  const cancelled = order(100001, 'cancelled')
  const open = order(100002, 'processing')
  expect(leftOutWords('slips', [open])).toBeNull()
  expect(leftOutWords('slips', [open, cancelled])).toEqual({
    title: '1 order left out',
    description: 'Not printed: #100001 (cancelled).',
  })
  expect(leftOutWords('slips', [cancelled])?.title).toBe('Nothing to print')
  const many = Array.from({ length: 8 }, (_, index) => order(100001 + index, 'shipped'))
  expect(leftOutWords('pick-list', [open, ...many])).toEqual({
    title: '8 orders left out',
    description:
      'Not printed: #100001 (shipped), #100002 (shipped), #100003 (shipped), #100004 (shipped), #100005 (shipped) and 3 more.',
  })
})
