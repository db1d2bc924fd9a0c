import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LossAnnouncer } from './loss-announcer.ts'

describe('what tells others that they have missed messages', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('tells once of all that were lost within half a second, and again of what is lost later', async () => {
    const announce = vi.fn(async () => {})
    const loss = new LossAnnouncer(announce)
    loss.lost()
    await vi.advanceTimersByTimeAsync(400)
    loss.lost()
    await vi.advanceTimersByTimeAsync(5000)
    expect(announce).toHaveBeenCalledTimes(1)
    loss.lost()
    await vi.advanceTimersByTimeAsync(500)
    expect(announce).toHaveBeenCalledTimes(2)
  })

  it('tries until it has reached them', async () => {
    const announce = vi.fn(async () => {})
    announce.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
    const loss = new LossAnnouncer(announce)
    loss.lost()
    await vi.advanceTimersByTimeAsync(5000)
    expect(announce).toHaveBeenCalledTimes(3)
  })

  it('tells of nothing once it is closed, also of nothing that was lost before', async () => {
    const announce = vi.fn(async () => {})
    const loss = new LossAnnouncer(announce)
    loss.lost()
    loss.close()
    loss.lost()
    await vi.advanceTimersByTimeAsync(5000)
    expect(announce).not.toHaveBeenCalled()
  })
})
