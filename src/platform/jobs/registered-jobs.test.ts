import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineJob } from './define-job.ts'
import { RegisteredJobs } from './registered-jobs.ts'
import { readList, sendLabel } from './testing/open-jobs.ts'

const handler = async () => {}

describe('the jobs that a process knows', () => {
  it('are found with their handlers, and the queues of all of them', () => {
    const jobs = new RegisteredJobs({ orders: 8, imports: 1 })
    jobs.add(sendLabel, handler)
    jobs.add(readList, handler)
    expect(jobs.byName.get('send-label')).toEqual({ definition: sendLabel, handler })
    expect([...jobs.queueOf()]).toEqual([
      ['send-label', 'orders'],
      ['read-list', 'imports'],
    ])
  })

  it('have one handler each', () => {
    const jobs = new RegisteredJobs({ orders: 8 })
    jobs.add(sendLabel, handler)
    expect(() => jobs.add(sendLabel, async () => {})).toThrow('"send-label" has a handler already')
    expect(jobs.byName.get('send-label')?.handler).toBe(handler)
  })

  it.each(['imports', 'constructor'])('run in no queue that the process does not have: %s', (queue) => {
    const jobs = new RegisteredJobs({ orders: 8 })
    const job = defineJob({ name: 'a-job', queue, schema: z.unknown() })
    expect(() => jobs.add(job, handler)).toThrow(`names the queue "${queue}"`)
    expect(jobs.byName.size).toBe(0)
  })
})

describe('new jobs', () => {
  const known = () => {
    const jobs = new RegisteredJobs({ orders: 8, imports: 1 })
    jobs.add(sendLabel, handler)
    return jobs
  }

  it('are written with what their schemas make of their payloads, and are due at once unless they say otherwise', () => {
    const entries = [
      { job: sendLabel, payload: { number: 1, note: 'unknown to the schema' } },
      { job: sendLabel, payload: { number: 2 }, delayMs: 50 },
    ]
    expect(known().checked(entries)).toEqual([
      { job: sendLabel, payload: { number: 1 }, delayMs: 0 },
      { job: sendLabel, payload: { number: 2 }, delayMs: 50 },
    ])
  })

  it('are refused together when one of them has no handler, or a payload that does not fit', () => {
    const fits = { job: sendLabel, payload: { number: 1 } }
    expect(() => known().checked([fits, { job: readList, payload: { number: 1 } }])).toThrow(
      '"read-list" is enqueued, but this process has no handler',
    )
    expect(() => known().checked([fits, { job: sendLabel, payload: { number: 'one' } }])).toThrow(z.ZodError)
  })
})
