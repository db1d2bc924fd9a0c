import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { createBaseApp, type SharedParts } from './base-app.ts'

afterEach(() => void vi.useRealTimers())

it('is assembled on a machine where that takes minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const parts: Pick<SharedParts, 'logger' | 'setOwnHeaders'> & { readonly config: { readonly TRUST_PROXY: string[] } } =
    {
      config: { TRUST_PROXY: [] },
      logger: createLogger('silent'),
      setOwnHeaders: (_request, reply) => reply,
    }
  const app = createBaseApp(parts as unknown as SharedParts)
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const begun = vi.fn()
  app.register(async () => {
    begun()
    await finished
  })
  const ready = Promise.resolve(app.ready()).then(() => 'ready', String)
  while (begun.mock.calls.length === 0) await setImmediate()
  await vi.advanceTimersByTimeAsync(300_000)
  finish()
  expect(await ready).toBe('ready')
  await app.close()
})
