import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SaveSchedule } from './save-schedule.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('is due once nothing has changed for five seconds', () => {
  const schedule = new SaveSchedule()
  expect(schedule.isDue()).toBe(false)
  schedule.noteChange()
  vi.advanceTimersByTime(4 * SECOND_MS)
  schedule.noteChange()
  vi.advanceTimersByTime(4 * SECOND_MS)
  expect(schedule.isDue()).toBe(false)
  vi.advanceTimersByTime(SECOND_MS)
  expect(schedule.isDue()).toBe(true)
})

it('leaves a change that comes during a save to the next one', async () => {
  const schedule = new SaveSchedule()
  schedule.noteChange()
  await schedule.save(async (begin) => begin())
  expect(schedule.isBehind).toBe(false)
  schedule.noteChange()
  await schedule.save(async (begin) => {
    begin()
    schedule.noteChange()
  })
  expect(schedule.isBehind).toBe(true)
  vi.advanceTimersByTime(5 * MINUTE_MS - 1)
  expect(schedule.isDue()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(schedule.isDue()).toBe(true)
})

it('is as far behind as before when a save has failed, also where changes go on', async () => {
  const schedule = new SaveSchedule()
  schedule.noteChange()
  vi.advanceTimersByTime(15 * MINUTE_MS - SECOND_MS)
  schedule.noteChange()
  const failed = schedule.save(async (begin) => {
    begin()
    schedule.noteChange()
    throw new Error('the disk is full')
  })
  await expect(failed).rejects.toThrow('full')
  expect(schedule.isDue()).toBe(false)
  vi.advanceTimersByTime(SECOND_MS)
  expect(schedule.isDue()).toBe(true)
})

it('waits five minutes for the next try after one that failed, too', async () => {
  const schedule = new SaveSchedule()
  schedule.noteChange()
  const failed = schedule.save(async (begin) => {
    begin()
    throw new Error('the disk is full')
  })
  await expect(failed).rejects.toThrow('full')
  schedule.noteTried()
  vi.advanceTimersByTime(5 * MINUTE_MS - 1)
  expect(schedule.isDue()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(schedule.isDue()).toBe(true)
})
