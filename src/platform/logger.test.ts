import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger, createTimestamp } from './logger.ts'

describe('lines of the log', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  async function setUp() {
    const file = join(await mkdtemp(join(tmpdir(), 'log-')), 'log')
    async function messages(): Promise<readonly string[]> {
      const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
      return lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
    }
    return {
      logger: createLogger('info', openSync(file, 'a')),
      /** The messages in the file as soon as there are so many, however slow the disk is. */
      async messagesOnce(count: number) {
        for (;;) {
          const written = await messages()
          if (written.length >= count) return written
        }
      },
      /** The messages after many looks at the file, in which there was time for more. */
      async messagesLater() {
        for (let look = 0; look < 200; look += 1) await messages()
        return messages()
      },
    }
  }

  it('are written together after a moment, in order', async () => {
    const { logger, messagesOnce, messagesLater } = await setUp()
    for (const text of ['first', 'second', 'third']) logger.info(text)
    expect(await messagesLater()).toEqual([])
    vi.advanceTimersByTime(50)
    expect(await messagesOnce(3)).toEqual(['first', 'second', 'third'])
    logger.info('fourth')
    expect(await messagesLater()).toHaveLength(3)
    vi.advanceTimersByTime(50)
    expect(await messagesOnce(4)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('do not wait when one of them warns, and those before it come first', async () => {
    const { logger, messagesOnce } = await setUp()
    logger.info('before')
    logger.warn('warning')
    expect(await messagesOnce(2)).toEqual(['before', 'warning'])
    logger.child({}).error('of a part')
    expect(await messagesOnce(3)).toEqual(['before', 'warning', 'of a part'])
  })

  it('do not wait for the moment when there are many', async () => {
    const { logger, messagesOnce } = await setUp()
    for (let count = 0; count < 1000; count += 1) logger.info('x'.repeat(100))
    expect((await messagesOnce(300)).length).toBeGreaterThanOrEqual(300)
    vi.advanceTimersByTime(50)
    expect(await messagesOnce(1000)).toHaveLength(1000)
  })

  it('are written at the end of the process', () => {
    const program = `import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url).href)}
      createLogger('info').info('the last one')
      process.exit(0)`
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
    expect(stdout.toString()).toContain('"msg":"the last one"')
  })
})

describe('the time of a line in the log', () => {
  it('is written with its milliseconds, within a second, across seconds, and when the clock is set back', () => {
    let now = 0
    const timestamp = createTimestamp(() => now)
    const start = Date.UTC(2026, 11, 31, 23, 59, 58, 990)
    for (const after of [0, 1, 9, 10, 11, 1009, 1010, 2500, 60_000, 60_001, 100, 9]) {
      now = start + after
      expect(timestamp()).toBe(`,"time":"${new Date(now).toISOString()}"`)
    }
  })
})
