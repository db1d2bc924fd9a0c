import type { FastifyInstance, FastifyReply } from 'fastify'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { registerAnswerDeadline } from './hardening/answer-deadline.ts'
import { createMemoryCounter } from './limits/rate-counter.ts'

const REQUESTS = 40_000
const AT_ONCE = 10
const MEGABYTE = 1024 * 1024
/** What a request is made of, in words of eight bytes. */
const WORDS = 120

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void

function oldSpace(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')
  return space?.space_used_size ?? Number.NaN
}

type Hook = (request: unknown, reply: FastifyReply, done: () => void) => void

describe('requests that are over', () => {
  it('do not outlive the next collection of what is new, because something that was thrown away knows them', () => {
    const hooks = new Map<string, Hook>()
    registerAnswerDeadline({
      decorateReply() {},
      addHook: (name: string, hook: Hook) => void hooks.set(name, hook),
    } as unknown as FastifyInstance)
    const call = (name: string, reply: FastifyReply) => hooks.get(name)?.(null, reply, () => {})
    const underWay: FastifyReply[] = []
    function answerMany(): void {
      for (let request = 0; request < REQUESTS; request += 1) {
        const reply = {
          routeOptions: { config: {} },
          placeInWait: null,
          parts: Array.from({ length: WORDS }, () => null),
        } as unknown as FastifyReply
        call('onRequest', reply)
        underWay.push(reply)
        const over = underWay.length > AT_ONCE ? underWay.shift() : undefined
        if (over !== undefined) call('onResponse', over)
      }
      for (const reply of underWay.splice(0)) call('onResponse', reply)
    }
    answerMany()
    collect()
    const before = oldSpace()
    answerMany()
    collect({ type: 'minor' })
    collect({ type: 'minor' })
    expect((oldSpace() - before) / MEGABYTE).toBeLessThan((REQUESTS * WORDS * 8) / MEGABYTE / 10)
  })

  it('leave nothing where they were counted', () => {
    const counter = createMemoryCounter()
    const countMany = () => {
      for (let request = 0; request < REQUESTS; request += 1) counter.add('requests:203.0.113.7', 60_000)
    }
    countMany()
    collect()
    const before = process.memoryUsage().heapUsed
    countMany()
    collect()
    expect((process.memoryUsage().heapUsed - before) / MEGABYTE).toBeLessThan(1)
  })
})
