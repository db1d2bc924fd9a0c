import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runPipeline, type Written } from './pipeline.ts'

/**
 * Stages that log what they do. `ticks` gives every stage of every item its own duration; a write is sent first, and
 * calls `whenBusy` then.
 */
function aPipeline(
  count: number,
  { ticks = () => 1, fail = () => false }: { ticks?: (step: string) => number; fail?: (step: string) => boolean } = {},
) {
  const log: string[] = []
  const stopping = new AbortController()
  let closed = false
  async function step(name: string): Promise<void> {
    log.push(`${name} begins`)
    for (let tick = 0; tick < ticks(name); tick += 1) await setImmediate()
    if (fail(name)) throw new Error(`${name} failed`)
    log.push(`${name} ends`)
  }
  async function* prepare(): AsyncGenerator<number, void> {
    try {
      for (let item = 1; item <= count; item += 1) {
        await step(`prepare ${item}`)
        yield item
      }
    } finally {
      closed = true
    }
  }
  async function write(item: number, whenBusy: () => void): Promise<Written> {
    await step(`send ${item}`)
    whenBusy()
    await step(`write ${item}`)
    return { announce: () => step(`announce ${item}`) }
  }
  return {
    log,
    stopping,
    isClosed: () => closed,
    run: () => runPipeline(prepare(), write, stopping.signal),
    /** Whether `first` was logged before `second`, which was logged, too. */
    happened: (first: string, second: string) =>
      log.includes(first) && log.includes(second) && log.indexOf(first) < log.indexOf(second),
  }
}

const STAGES = ['prepare', 'write', 'announce']
const all = (count: number) =>
  STAGES.flatMap((stage) => Array.from({ length: count }, (_, item) => `${stage} ${item + 1} ends`))

describe('the pipeline', () => {
  it('moves every item through every stage, in order', async () => {
    const pipeline = aPipeline(5)
    await pipeline.run()
    const ended = pipeline.log.filter((line) => line.endsWith('ends') && !line.startsWith('send'))
    expect([...ended].sort()).toEqual(all(5).sort())
    for (const stage of STAGES)
      expect(ended.filter((line) => line.startsWith(stage))).toEqual(
        [1, 2, 3, 4, 5].map((item) => `${stage} ${item} ends`),
      )
  })

  it('prepares the next item and announces the one before while one is written', async () => {
    const pipeline = aPipeline(3, { ticks: (step) => (step.startsWith('write') ? 20 : 5) })
    await pipeline.run()
    expect(pipeline.happened('prepare 2 ends', 'write 1 ends')).toBe(true)
    expect(pipeline.happened('prepare 3 ends', 'write 2 ends')).toBe(true)
    expect(pipeline.happened('announce 1 ends', 'write 2 ends')).toBe(true)
  })

  it('neither prepares nor announces before the write is sent', async () => {
    const pipeline = aPipeline(3, { ticks: (step) => (step.startsWith('send') ? 20 : 1) })
    await pipeline.run()
    expect(pipeline.happened('send 1 ends', 'prepare 2 begins')).toBe(true)
    expect(pipeline.happened('send 2 ends', 'prepare 3 begins')).toBe(true)
    expect(pipeline.happened('send 2 ends', 'announce 1 begins')).toBe(true)
  })

  it('prepares at most one item ahead of a slow write', async () => {
    const pipeline = aPipeline(4, { ticks: (step) => (step.startsWith('write') ? 20 : 0) })
    await pipeline.run()
    expect(pipeline.happened('write 1 ends', 'prepare 3 begins')).toBe(true)
    expect(pipeline.happened('write 2 ends', 'prepare 4 begins')).toBe(true)
  })

  it('writes at most one item ahead of a slow announcement', async () => {
    const pipeline = aPipeline(4, { ticks: (step) => (step.startsWith('announce') ? 20 : 0) })
    await pipeline.run()
    expect(pipeline.happened('announce 1 ends', 'send 3 begins')).toBe(true)
    expect(pipeline.happened('announce 2 ends', 'send 4 begins')).toBe(true)
  })

  it('is done only when the last item is announced, and closes the preparation', async () => {
    const pipeline = aPipeline(2, { ticks: (step) => (step === 'announce 2' ? 20 : 1) })
    await pipeline.run()
    expect(pipeline.log.at(-1)).toBe('announce 2 ends')
    expect(pipeline.isClosed()).toBe(true)
  })

  it('does nothing with no items', async () => {
    const pipeline = aPipeline(0)
    await pipeline.run()
    expect(pipeline.log).toEqual([])
  })

  it.each(['prepare 3', 'send 3', 'write 3', 'announce 2', 'announce 6'])(
    'stops with the error when "%s" fails, and announces once what was written',
    async (broken) => {
      const pipeline = aPipeline(6, { fail: (step) => step === broken })
      await expect(pipeline.run()).rejects.toThrow(`${broken} failed`)
      const items = (line: RegExp) => pipeline.log.flatMap((logged) => line.exec(logged)?.[1] ?? [])
      const written = items(/^write (\d) ends$/)
      expect(items(/^announce (\d) begins$/)).toEqual(written)
      if (broken !== 'announce 6') expect(written.length).toBeLessThan(6)
      expect(pipeline.isClosed()).toBe(true)
      const before = [...pipeline.log]
      for (let tick = 0; tick < 10; tick += 1) await setImmediate()
      expect(pipeline.log).toEqual(before)
    },
  )

  it('throws the first error when the announcement of what was written fails, too', async () => {
    const pipeline = aPipeline(6, { fail: (step) => step === 'send 3' || step === 'announce 2' })
    await expect(pipeline.run()).rejects.toThrow('send 3 failed')
    expect(pipeline.log).toContain('announce 2 begins')
    expect(pipeline.isClosed()).toBe(true)
  })

  it('writes nothing after an abort, and announces what is written', async () => {
    const pipeline = aPipeline(6, {
      ticks: (step) => (step.startsWith('announce') ? 10 : 1),
      fail: (step) => {
        if (step === 'write 2') pipeline.stopping.abort(new Error('stopped'))
        return false
      },
    })
    await expect(pipeline.run()).rejects.toThrow('stopped')
    expect(pipeline.log).toContain('announce 2 ends')
    expect(pipeline.log).not.toContain('send 3 begins')
    expect(pipeline.isClosed()).toBe(true)
  })
})
