import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { productsToday } from './products-today.ts'

const answers = vi.fn<(path: string) => Promise<Response>>()

beforeEach(() => void vi.stubGlobal('fetch', answers))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  answers.mockReset()
})

test('all products of a cart are asked for in one call, and what is sold no more is null', async () => {
  answers.mockResolvedValue(new Response(JSON.stringify([{ id: 3 }, { id: 1 }])))
  expect(await productsToday([1, 2, 3, 1])).toEqual(
    new Map([
      [1, { id: 1 }],
      [2, null],
      [3, { id: 3 }],
    ]),
  )
  expect(answers.mock.calls.map(([path]) => path)).toEqual(['/api/products?ids=1,2,3'])
})

test('what was not answered for is left out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  expect((await productsToday([1])).size).toBe(0)
})
