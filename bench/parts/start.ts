import type { Part } from '../part.ts'
import { median, pause } from '../report.ts'
import { startYardstick } from '../yardstick.ts'

const ROUNDS = 3
const REST_MS = 10_000

/** From the start of the process to its first answer, beside that of Fastify with one route. */
export const start: Part = {
  name: 'start',
  what: 'start with 179, 1,000 and 100,000 products beside the start of bare Fastify',
  byDefault: true,
  async *run(shops) {
    await shops.rest()
    for (const [count, most] of [
      [179, 2],
      [1_000, 2],
      [100_000, 4],
    ] as const) {
      const times: { ours: number[]; plain: number[] } = { ours: [], plain: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        const plain = await startYardstick(['{}'])
        times.plain.push(plain.startMs)
        await plain.stop()
        const shop = await shops.fresh(count)
        times.ours.push(shop.startMs)
        await shop.stop()
      }
      const [value, yardstick] = [median(times.ours), median(times.plain)]
      yield {
        what: `start with ${count.toLocaleString('en-US')} products`,
        value,
        unit: 'ms',
        yardstick: { what: 'Fastify', value: yardstick },
        target: `ratio ≤ ${most}`,
        reached: value / yardstick <= most,
      }
    }
  },
}

/** Resident memory of every process that `npm start` leaves, ten seconds after the start. */
export const memory: Part = {
  name: 'memory',
  what: 'memory at rest of all processes that `npm start` leaves, with 179 and 100,000 products',
  byDefault: true,
  async *run(shops) {
    await shops.rest()
    const plain = await startYardstick(['{}'])
    await pause(REST_MS / 5)
    const yardstick = { what: 'Fastify', value: plain.memoryMb() }
    await plain.stop()
    for (const [count, most] of [
      [179, 180],
      [100_000, 320],
    ] as const) {
      const shop = await shops.fresh(count, ['npm', 'start'])
      await pause(REST_MS)
      const value = shop.memoryMb()
      await shop.stop()
      yield {
        what: `memory at rest of npm start with ${count.toLocaleString('en-US')} products`,
        value,
        unit: 'MB',
        yardstick,
        target: `≤ ${most} MB`,
        reached: value <= most,
      }
    }
  },
}
