import mongoose from 'mongoose'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { defineJob } from './define-job.ts'
import { HandledDaily } from './handled-daily.ts'

const schema = z.strictObject({})
const tidy = defineJob({ name: 'tidy', queue: 'orders', schema })
const report = defineJob({ name: 'report', queue: 'orders', schema })
const at = { time: '03:30', timeZone: 'America/Chicago' }

function someDaily({ areSet = false } = {}) {
  const tx = {} as Transaction
  const transaction = vi.fn(<Result>(work: (tx: Transaction) => Promise<Result>) => work(tx))
  const daily = { areSet: vi.fn(async () => areSet), set: vi.fn(async (_tx: unknown, _changes: unknown) => {}) }
  const handled = new HandledDaily({ transaction } as never, daily as never)
  handled.add(tidy, at)
  handled.add(report, at)
  return { handled, daily, transaction, tx }
}

it('a start asks once whether all that repeats does so already, and then writes nothing', async () => {
  const { handled, daily, transaction } = someDaily({ areSet: true })
  await handled.setAll()
  const times = new Map([
    [tidy, at],
    [report, at],
  ])
  expect(daily.areSet).toHaveBeenCalledExactlyOnceWith(times)
  expect(transaction).not.toHaveBeenCalled()
})

it('a start has each job repeat under its own name when any of them does not yet', async () => {
  const { handled, daily, transaction, tx } = someDaily()
  await handled.setAll()
  expect(transaction).toHaveBeenCalledTimes(2)
  expect(daily.set.mock.calls).toEqual([
    [tx, 'tidy', { job: tidy, payload: {}, at }],
    [tx, 'report', { job: report, payload: {}, at }],
  ])
})

it('a start goes on when another process wrote the same, and not after any other error', async () => {
  const { handled, daily } = someDaily()
  daily.set.mockRejectedValueOnce(new mongoose.mongo.MongoServerError({ code: 11_000, message: 'duplicate key' }))
  await handled.setAll()
  expect(daily.set).toHaveBeenCalledTimes(2)
  daily.set.mockRejectedValueOnce(new Error('away'))
  await expect(handled.setAll()).rejects.toThrow('away')
  expect(daily.set).toHaveBeenCalledTimes(3)
})
