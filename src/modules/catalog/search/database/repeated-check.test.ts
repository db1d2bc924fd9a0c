import { expect, it } from 'vitest'
import { RepeatedCheck } from './repeated-check.ts'

function aCheck() {
  const ends: (() => void)[] = []
  const check = new RepeatedCheck(() => new Promise((resolve) => ends.push(resolve)))
  const end = async () => {
    ends.at(-1)?.()
    await new Promise(setImmediate)
  }
  return { check, end, begun: () => ends.length }
}

it('runs once more for all that wanted it while it ran', async () => {
  const { check, end, begun } = aCheck()
  check.begin()
  check.begin()
  check.begin()
  expect(begun()).toBe(1)
  await end()
  expect(begun()).toBe(2)
  await end()
  expect(begun()).toBe(2)
  check.begin()
  expect(begun()).toBe(3)
})

it('begins no further one when it is stopped, and is stopped when the one that runs has ended', async () => {
  const { check, end, begun } = aCheck()
  check.begin()
  check.begin()
  let isStopped = false
  const stopped = check.stop().then(() => (isStopped = true))
  await new Promise(setImmediate)
  expect(isStopped).toBe(false)
  await end()
  await stopped
  check.begin()
  expect(begun()).toBe(1)
})
