import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from './api-client.ts'
import { STAFF_UNLOCKED_KEY, staffRefusals } from './refused-calls.ts'
import { browserStorage } from './storage.ts'

const refused = vi.fn()
let stop = () => {}
beforeEach(() => {
  browserStorage.setItem(STAFF_UNLOCKED_KEY, '1')
  stop = staffRefusals.subscribe(refused)
})
afterEach(() => {
  stop()
  refused.mockReset()
  browserStorage.removeItem(STAFF_UNLOCKED_KEY)
  vi.unstubAllGlobals()
})

/** Calls the shop, which refuses the call when the gate was opened at `openedAt`. */
async function call(openedAt: string): Promise<void> {
  vi.stubGlobal('fetch', async () => {
    browserStorage.setItem(STAFF_UNLOCKED_KEY, openedAt)
    return Response.json({ code: 'UNAUTHORIZED', message: 'Unauthorized', requestId: 'r' }, { status: 401 })
  })
  await expect(api('/api/admin/overview' as never)).rejects.toMatchObject({ status: 401 })
}

test('a refused call of staff shuts the gate that it was sent behind', async () => {
  await call('1')
  expect(refused).toHaveBeenCalledOnce()
})

test('an answer that comes late shuts no gate that was opened since', async () => {
  await call('2')
  expect(refused).not.toHaveBeenCalled()
})
