import { describe, expect, it, vi } from 'vitest'
import { isAnotherRun } from './redis-run.ts'

/** A Redis of this run, with the note that somebody left in it. */
function aRedis(run: string, note: string | null) {
  return {
    info: vi.fn(async () => `# Server\r\nredis_version:7.2\r\nrun_id:${run}\r\ntcp_port:6379`),
    get: vi.fn(async () => note),
    set: vi.fn(async (): Promise<'OK'> => 'OK'),
  }
}

describe('a Redis', () => {
  it('that has a note of its own run has lost nothing, and the note stays', async () => {
    const redis = aRedis('abc1', 'abc1')
    expect(await isAnotherRun(redis as never)).toBe(false)
    expect([redis.info.mock.calls, redis.set.mock.calls]).toEqual([[['server']], []])
  })

  it.each([
    ['was started again', 'abc1'],
    ['was emptied', null],
  ])('that %s may have lost deliveries, until its run is noted', async (_, note) => {
    const redis = aRedis('def2', note)
    expect(await isAnotherRun(redis as never)).toBe(true)
    expect(redis.set).toHaveBeenCalledExactlyOnceWith('superprinter:run', 'def2')
  })

  it('that takes no note, or does not say what it has, may have lost them', async () => {
    const full = aRedis('abc1', null)
    full.set.mockRejectedValue(new Error('OOM'))
    expect(await isAnotherRun(full as never)).toBe(true)
    const silent = aRedis('abc1', 'abc1')
    silent.get.mockRejectedValue(new Error('away'))
    expect(await isAnotherRun(silent as never)).toBe(true)
  })

  it('that never says its run is noted all the same, so that not every start has everything dispatched again', async () => {
    const redis = aRedis('', null)
    redis.info.mockRejectedValue(new Error('NOPERM'))
    expect(await isAnotherRun(redis as never)).toBe(true)
    const [[, note] = []] = redis.set.mock.calls as unknown as [[string, string]]
    redis.get.mockResolvedValue(note as string)
    expect(await isAnotherRun(redis as never)).toBe(false)
  })
})
