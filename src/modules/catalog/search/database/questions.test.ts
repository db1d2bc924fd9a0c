import { mongo } from 'mongoose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#platform/database/database'
import { ShopIsBusy } from '#platform/errors/not-now'
import type { searchableCollection } from '../../persistence/product-document.ts'
import { createAsk, QUESTION_MS } from './questions.ts'

type Products = ReturnType<typeof searchableCollection>

/** A database whose counts are answered when the test says so. */
function slowDatabase() {
  const open: { readonly filter: object; readonly maxTimeMS: number; readonly answer: (count: number) => void }[] = []
  const countDocuments = vi.fn(
    (filter: object, { maxTimeMS }: { maxTimeMS: number }) =>
      new Promise<number>((answer) => void open.push({ filter, maxTimeMS, answer })),
  )
  const ask = (atOnce: number, ready = async () => {}) =>
    createAsk({ database: {} as Database, products: { countDocuments } as unknown as Products, atOnce, ready })
  const answerAll = async () => {
    for (const { answer } of open.splice(0)) answer(1)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ask, open, countDocuments, answerAll }
}

const brand = (name: string | number) => [{ brand: String(name) }]
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('what is asked of the database', () => {
  it('has its turn: only some questions at a time, with three queries each', async () => {
    const { ask, open, answerAll } = slowDatabase()
    const asking = ask(2)
    const asked = [1, 2, 3].map((question) =>
      asking(({ count }) => Promise.all([1, 2, 3, 4].map((part) => count(brand(`${question}-${part}`))))),
    )
    await settle()
    expect(open).toHaveLength(6)
    await answerAll()
    // The fourth of each; the third question has its turn when one of them has ended.
    expect(open).toHaveLength(2)
    await answerAll()
    expect(open.map(({ filter }) => JSON.stringify(filter)).join(' ')).toMatch(/3-1.*3-2.*3-3/)
    await answerAll()
    await answerAll()
    expect(await Promise.all(asked)).toEqual([1, 2, 3].map(() => [1, 1, 1, 1]))
  })

  it('is counted once in a question, however often it is needed', async () => {
    const { ask, open, answerAll } = slowDatabase()
    const asked = ask(1)(({ count }) => Promise.all([count(brand('HP')), count(brand('HP')), count(brand('Canon'))]))
    await settle()
    expect(open).toHaveLength(2)
    await answerAll()
    expect(await asked).toEqual([1, 1, 1])
  })

  it('is refused when two hundred others wait, and not when there is room', async () => {
    const { ask, answerAll } = slowDatabase()
    const asking = ask(1)
    const asked = Array.from({ length: 201 }, (_, i) => asking(({ count }) => count(brand(i))))
    await settle()
    await expect(asking(({ count }) => count([]))).rejects.toThrow(ShopIsBusy)
    for (let i = 0; i < 201; i++) await answerAll()
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 201 }, () => 1))
  })

  it('is given up when its time is over, and asks nothing more', async () => {
    const { ask, open, countDocuments, answerAll } = slowDatabase()
    const asking = ask(1)
    const slow = asking(async ({ count }) => [await count(brand('HP')), await count(brand('Canon'))])
    const behind = asking(({ count }) => count(brand('Epson')))
    const refused = Promise.all([slow, behind].map((each) => expect(each).rejects.toThrow(ShopIsBusy)))
    await vi.advanceTimersByTimeAsync(QUESTION_MS - 1000)
    // One that comes later has its time.
    const later = asking(({ count }) => count(brand('Star')))
    await vi.advanceTimersByTimeAsync(1000)
    await refused
    await answerAll()
    expect(open.map(({ filter }) => filter)).toEqual([{ $and: brand('Star') }])
    await answerAll()
    expect(await later).toBe(1)
    expect(countDocuments).toHaveBeenCalledTimes(2)
  })

  it('gives a query three seconds, and no more than is left', async () => {
    const { ask, open, answerAll } = slowDatabase()
    const asked = ask(1)(async ({ count }) => [await count(brand('HP')), await count(brand('Canon'))])
    await vi.advanceTimersByTimeAsync(QUESTION_MS - 1500)
    expect(open.map(({ maxTimeMS }) => maxTimeMS)).toEqual([3000])
    await answerAll()
    expect(open.map(({ maxTimeMS }) => maxTimeMS)).toEqual([1500])
    await answerAll()
    expect(await asked).toEqual([1, 1])
  })

  it('counts the time that it waits for words that are being written', async () => {
    const { ask, open } = slowDatabase()
    const asked = ask(1, () => new Promise(() => {}))(({ count }) => count([]))
    const refused = expect(asked).rejects.toThrow(ShopIsBusy)
    await vi.advanceTimersByTimeAsync(QUESTION_MS)
    await refused
    expect(open).toEqual([])
  })

  it('says that the shop is busy when the server has given a query up', async () => {
    const code = { code: 50, message: 'operation exceeded time limit' }
    const countDocuments = vi.fn().mockRejectedValue(new mongo.MongoServerError(code))
    const products = { countDocuments } as unknown as Products
    const asking = createAsk({ database: {} as Database, products, atOnce: 1, ready: async () => {} })
    await expect(asking(({ count }) => count([]))).rejects.toThrow(ShopIsBusy)
    countDocuments.mockRejectedValue(new mongo.MongoServerError({ code: 2, message: 'bad' }))
    await expect(asking(({ count }) => count([]))).rejects.toThrow('bad')
  })
})
