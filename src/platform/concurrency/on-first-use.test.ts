import { expect, it, vi } from 'vitest'
import { onFirstUse } from './on-first-use.ts'

it('is made when it is first asked for, and once', () => {
  const make = vi.fn(() => ['a'])
  const words = onFirstUse(make)
  expect(make).not.toHaveBeenCalled()
  expect(words()).toBe(words())
  expect(make).toHaveBeenCalledTimes(1)
})

it('is kept also where there is none', () => {
  const make = vi.fn(() => undefined)
  const none = onFirstUse(make)
  expect([none(), none()]).toEqual([undefined, undefined])
  expect(make).toHaveBeenCalledTimes(1)
})

it('is made again where that failed', () => {
  const make = vi
    .fn(() => 'made')
    .mockImplementationOnce(() => {
      throw new Error('not now')
    })
  const late = onFirstUse(make)
  expect(late).toThrow('not now')
  expect(late()).toBe('made')
})
