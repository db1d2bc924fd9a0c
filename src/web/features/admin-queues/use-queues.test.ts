import { describe, expect, test } from 'vitest'
import { runAgain } from '../../lib/run-job-again.ts'
import { runAllAgain } from './use-queues.ts'
import { LOST, stubShop } from '../../testing/stubbed-shop.ts'

const { sent, answers, loses } = stubShop()
const queues = (...jobs: readonly string[]) => ({
  failed: jobs.map((id) => ({ id })),
  failedKinds: jobs.length === 0 ? [] : [{ name: 'send-mail', count: jobs.length }],
})
const KIND = { name: 'send-mail', count: 3 }

describe('a failed job', () => {
  test('runs again when its answer was lost and it is none any more', async () => {
    loses()
    answers(queues('other'))
    await expect(runAgain('job 1')).resolves.toBeUndefined()
    expect(sent.mock.calls.map(([path]) => path)).toEqual(['/api/admin/queues/failed/job%201/run', '/api/admin/queues'])
  })

  test('does not run again when it is still there, or was gone before', async () => {
    loses()
    answers(queues('job 1'))
    await expect(runAgain('job 1')).rejects.toBe(LOST)
    loses()
    answers({ ...queues('other'), failedKinds: [{ name: 'send-mail', count: 2 }] })
    await expect(runAgain('job 1'), 'it may be one that the list does not name').rejects.toBe(LOST)
    answers({ code: 'JOB_NOT_FOUND', message: 'There is no failed job with this number.', requestId: 'r' }, 404)
    await expect(runAgain('job 1')).rejects.toMatchObject({ status: 404 })
  })
})

describe('all failed jobs of a kind', () => {
  test('run again, as many as the shop says', async () => {
    answers({ count: 4 }, 202)
    await expect(runAllAgain(KIND)).resolves.toBe(4)
  })

  test('run again when the answer was lost and none is left', async () => {
    loses()
    answers(queues())
    await expect(runAllAgain(KIND)).resolves.toBe(3)
    loses()
    answers(queues('job 1'))
    await expect(runAllAgain(KIND)).rejects.toBe(LOST)
  })
})
