import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patient } from './testing/patience.ts'
import { recordDay, type RecordedDay } from './testing/repeated-deliveries/record-day.ts'

const SEEDS = [1, 2]

describe('a day of the shop on which every job is delivered three times, in any order', () => {
  let day: RecordedDay
  beforeAll(async () => {
    day = await recordDay()
  }, patient(60_000))
  afterAll(() => day.close())

  it.each(SEEDS)(
    'ends as the day on which each ran once and in order (seed %i)',
    async (seed) => {
      expect(await day.repeat(seed)).toEqual([])
    },
    patient(60_000),
  )

  it('has every subscriber at work but the one that needs the server of a supplier', () => {
    expect(day.idle).toEqual(['mail-staff-when-list-was-fetched'])
  })
})
