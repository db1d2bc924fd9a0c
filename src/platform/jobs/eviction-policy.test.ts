import { describe, expect, it, vi } from 'vitest'
import { createLogger } from '../log/logger.ts'
import { EvictionPolicy, RedisEvicts } from './eviction-policy.ts'

/** Redis with this line about its memory. */
function aPolicy(line: string | Error, { isRefused = true } = {}) {
  const logger = createLogger('silent')
  const said = { warn: vi.spyOn(logger, 'warn'), error: vi.spyOn(logger, 'error') }
  const info = vi.fn(async () => {
    if (line instanceof Error) throw line
    return `# Memory\r\nused_memory:1\r\n${line}\r\nmaxmemory:0`
  })
  const policy = new EvictionPolicy({ redis: { info } as never, logger, isRefused })
  const becomes = (other: string) => void (line = other)
  return { policy, info, becomes, calls: () => [said.warn.mock.calls.length, said.error.mock.calls.length] }
}

describe('a Redis that drops keys when its memory is full', () => {
  it('is refused with what to do about it, and the log has it as an error', async () => {
    const { policy, calls } = aPolicy('maxmemory_policy:allkeys-lru')
    policy.check()
    await expect(policy.throwIfRefused()).rejects.toThrow(RedisEvicts)
    await expect(policy.throwIfRefused()).rejects.toThrow(/maxmemory-policy is allkeys-lru\): set it to noeviction/)
    expect(calls()).toEqual([0, 1])
  })

  it('is taken with a warning where it is not refused', async () => {
    const { policy, calls } = aPolicy('maxmemory_policy:volatile-ttl', { isRefused: false })
    policy.check()
    await policy.throwIfRefused()
    expect(calls()).toEqual([1, 0])
  })

  it.each([
    ['drops none', 'maxmemory_policy:noeviction'],
    ['does not say', 'maxmemory:0'],
    ['may not be asked', new Error('NOPERM')],
  ])('is none when it %s', async (_, line) => {
    const { policy, info, calls } = aPolicy(line)
    policy.check()
    await policy.throwIfRefused()
    expect(info).toHaveBeenCalledExactlyOnceWith('memory')
    expect(calls()).toEqual([0, 0])
  })

  it('is refused by what the last check found, and by none that was not made', async () => {
    const { policy, becomes } = aPolicy('maxmemory_policy:allkeys-lru')
    await policy.throwIfRefused()
    policy.check()
    await expect(policy.throwIfRefused()).rejects.toThrow(RedisEvicts)
    becomes('maxmemory_policy:noeviction')
    policy.check()
    await policy.throwIfRefused()
  })
})
