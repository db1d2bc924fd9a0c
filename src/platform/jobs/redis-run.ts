import type { Redis } from 'ioredis'
import { RUN_KEY } from './redis-keys.ts'

/**
 * Notes which run of Redis this is.
 * @returns whether it may have lost deliveries since the last note: it was started again meanwhile, or emptied
 */
export async function isAnotherRun(redis: Pick<Redis, 'info' | 'get' | 'set'>): Promise<boolean> {
  const [info, before] = await Promise.all([redis.info('server').catch(() => ''), redis.get(RUN_KEY).catch(() => null)])
  const run = /run_id:(\w+)/.exec(info)?.[1] ?? 'unknown'
  if (run === before) return false
  // A full one takes no note: then the next process to ask has everything dispatched once more, which does no harm.
  redis.set(RUN_KEY, run).catch(() => {})
  return true
}
