import type { Redis } from 'ioredis'
import { StartRefused } from '../errors/start-refused.ts'
import type { Logger } from '../log/logger.ts'

/** Redis would drop keys, and with them jobs, when its memory is full. In production the process does not start then. */
export class RedisEvicts extends StartRefused {
  override readonly name = 'RedisEvicts'
  constructor(policy: string) {
    super(`Redis may throw jobs away (maxmemory-policy is ${policy}): set it to noeviction.`)
  }
}

/** Looks whether Redis drops keys when its memory is full, and says so. */
export class EvictionPolicy {
  readonly #redis: Pick<Redis, 'info'>
  readonly #logger: Logger
  readonly #isRefused: boolean
  #checked: Promise<RedisEvicts | null> = Promise.resolve(null)

  /** @param deps.isRefused whether the process does not start with a Redis that does */
  constructor(deps: { readonly redis: Pick<Redis, 'info'>; readonly logger: Logger; readonly isRefused: boolean }) {
    this.#redis = deps.redis
    this.#logger = deps.logger
    this.#isRefused = deps.isRefused
  }

  /** To be called after every reconnection, because it may be another Redis; returns at once. */
  check(): void {
    this.#checked = this.#read()
  }

  /** @throws RedisEvicts when the last check has found that Redis drops keys, and that is refused */
  async throwIfRefused(): Promise<void> {
    const refusal = await this.#checked
    if (refusal !== null && this.#isRefused) throw refusal
  }

  /** Null when Redis never drops keys, or does not say. */
  async #read(): Promise<RedisEvicts | null> {
    const memory = await this.#redis.info('memory').catch(() => '')
    const policy = /maxmemory_policy:(\S+)/.exec(memory)?.[1] ?? 'noeviction'
    if (policy === 'noeviction') return null
    const refusal = new RedisEvicts(policy)
    this.#logger[this.#isRefused ? 'error' : 'warn'](refusal.message)
    return refusal
  }
}
