import { expect, it } from 'vitest'
import { OneAtATime } from './one-at-a-time.ts'

it('begins nothing before what came earlier has ended, also with an error, which only its caller gets', async () => {
  const inOrder = new OneAtATime()
  const said: string[] = []
  let fail: (error: Error) => void = () => {}
  const first = inOrder.run(async () => {
    said.push('first begins')
    await new Promise<void>((_, reject) => (fail = reject))
  })
  const second = inOrder.run(async () => void said.push('second'))
  await new Promise(setImmediate)
  expect(said).toEqual(['first begins'])
  fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await second
  expect(said).toEqual(['first begins', 'second'])
})

it('is settled when all has ended that it was given before, also what failed', async () => {
  const inOrder = new OneAtATime()
  let hasEnded = false
  const failed = inOrder.run(async () => {
    await new Promise(setImmediate)
    hasEnded = true
    throw new Error('away')
  })
  await Promise.all([inOrder.settled.then(() => expect(hasEnded).toBe(true)), expect(failed).rejects.toThrow('away')])
})
