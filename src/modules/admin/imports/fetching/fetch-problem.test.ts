import { expect, it } from 'vitest'
import { DatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors/errors'
import { RemoteFileProblem } from '#platform/remote-file/remote-file-problem'
import { Overdue } from '#platform/concurrency/within'
import { problemOf } from './fetch-problem.ts'

it.each([
  ['away', new DatabaseUnavailable(new Error('not primary'))],
  ['away behind what failed', new Error('not stored', { cause: new DatabaseUnavailable(null) })],
])('a fetch whose database is %s has not failed: it is tried when that is over', (_what, error) => {
  expect(() => problemOf(error)).toThrow(error)
})

it('a fetch fails for good when its file is refused, as its server says, or after some tries of what nobody foresaw', () => {
  const refused = problemOf(new AppError('invalid', 'NOT_A_LIST', 'The file is no price list.'))
  expect([refused.message, refused.mayPass]).toEqual(['The file is no price list.', false])
  expect(problemOf(new Overdue('the import', 30_000)).mayPass).toBe(true)
  const silent = new RemoteFileProblem('The server does not answer.', { mayPass: true })
  expect(problemOf(silent)).toBe(silent)
  const unforeseen = problemOf(new TypeError('x is undefined'))
  expect([unforeseen.message, unforeseen.mayPass]).toEqual(['Something went wrong on our side.', true])
})
