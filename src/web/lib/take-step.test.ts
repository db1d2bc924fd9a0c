import { expect, it, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { takeStep } from './take-step.ts'

const refusal = (status: number) => new ApiError(status, 'No.', '')
const step = (failure: Error, state: string) => {
  const read = vi.fn<() => Promise<string>>().mockResolvedValue(state)
  const taken = takeStep({ send: () => Promise.reject(failure), read, isTaken: (now) => now === 'running' })
  return { read, taken }
}

it.each([
  ['an answer that was lost', new TypeError('Failed to fetch')],
  ['a refusal', refusal(409)],
])('after %s the thing says whether the step was taken', async (_what, failure) => {
  await expect(step(failure, 'running').taken).resolves.toBe('running')
  await expect(step(failure, 'previewed').taken).rejects.toBe(failure)
})

it('nothing is asked after another refusal', async () => {
  const { read, taken } = step(refusal(403), 'running')
  await expect(taken).rejects.toThrow('No.')
  expect(read).not.toHaveBeenCalled()
})
