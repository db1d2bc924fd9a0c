import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchCurrentProducts } from './current-products.ts'

const answers = vi.fn<(path: string) => Promise<Response>>()

beforeEach(() => void vi.stubGlobal('fetch', answers))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  answers.mockReset()
})

test('all products are read with one call, and a product that is no longer sold is null', async () => {
  answers.mockResolvedValue(new Response(JSON.stringify([{ id: 3 }, { id: 1 }])))
  expect(await fetchCurrentProducts([1, 2, 3, 1])).toEqual(
    new Map([
      [1, { id: 1 }],
      [2, null],
      [3, { id: 3 }],
    ]),
  )
  expect(answers.mock.calls.map(([path]) => path)).toEqual(['/api/products?ids=1,2,3'])
})

test('a product without an answer is left out', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  expect((await fetchCurrentProducts([1])).size).toBe(0)
})
