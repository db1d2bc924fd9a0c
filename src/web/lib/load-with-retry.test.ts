import { afterEach, describe, expect, it, vi } from 'vitest'
import { reloadOnce } from './load-with-retry.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a document whose script did not come', () => {
  const head = vi.fn<() => Promise<{ ok: boolean; status: number }>>()
  const reload = vi.fn()
  function answerWith(status: number): void {
    head.mockResolvedValue({ ok: status < 300, status })
    vi.stubGlobal('fetch', head)
    vi.stubGlobal('window', { location: { href: 'https://shop.example/about', reload } })
  }

  it.each([429, 500, 502, 503])('stays where the shop, or a proxy before it, answers %i', async (status) => {
    answerWith(status)
    expect(await reloadOnce()).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })

  it('is loaded anew where there is a page, also one that says that there is none, and once a minute', async () => {
    answerWith(404)
    expect(await reloadOnce()).toBe(true)
    expect(reload).toHaveBeenCalledTimes(1)
    answerWith(200)
    expect(await reloadOnce()).toBe(false)
  })

  it('does not wait for a clock that was put back meanwhile', async () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 })
    answerWith(200)
    expect(await reloadOnce()).toBe(true)
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(await reloadOnce()).toBe(true)
    vi.useRealTimers()
  })
})
