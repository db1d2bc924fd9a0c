import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Overdue, settlesWithin, within } from './within.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<never>(() => {})
const failing = () => Promise.reject(new Error('broken'))

describe('work with a limit', () => {
  it('comes to what it comes to, or to its error, and leaves no timer behind', async () => {
    expect(await within(1000, 'the work', Promise.resolve(7))).toBe(7)
    await expect(within(1000, 'the work', failing())).rejects.toThrow('broken')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is overdue after its limit, with its name in the log', async () => {
    const result = within(1000, 'the work', never).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toBeInstanceOf(Overdue)
    expect(((await result) as Overdue).cause).toEqual(new Error('the work did not end within 1000 ms'))
  })
})

describe('whether work settles within a limit', () => {
  it('is true for what has finished, an error for what has failed, and no timer is left behind', async () => {
    expect(await settlesWithin(Promise.resolve(), 1000)).toBe(true)
    await expect(settlesWithin(failing(), 1000)).rejects.toThrow('broken')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is false after the limit, whatever the work comes to later', async () => {
    let fail: (error: Error) => void = () => {}
    const settles = settlesWithin(new Promise((_, reject) => (fail = reject)), 1000)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await settles).toBe(false)
    fail(new Error('too late to matter'))
  })
})
