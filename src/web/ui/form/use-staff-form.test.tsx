import { renderToString } from 'react-dom/server.edge'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../toast-queue.ts'
import type { ContractFormOptions } from './use-contract-form.ts'
import { useStaffForm, type StaffForm } from './use-staff-form.tsx'

type Fields = { readonly name: string }
const LOST = new TypeError('Failed to fetch')

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

/** Sends a form of the back office whose answer is lost. @returns how many toasts there are more than before */
async function sendInVain(failure: ContractFormOptions<Fields, Fields, void>['failure']): Promise<number> {
  let form: StaffForm<Fields, Fields> | null = null
  let toasts = 0
  const send = vi.fn().mockRejectedValue(LOST)
  function Spy() {
    toasts = useToasts().length
    form = useStaffForm<Fields, Fields, void>({
      schema: async () => (values: Fields) => ({ values, errors: {} }),
      defaultValues: { name: 'Bea' },
      send,
      onSent: () => {},
      failure,
    })
    return null
  }
  renderToString(<Spy />)
  const before = toasts
  const sent = form as StaffForm<Fields, Fields> | null
  sent?.submit()
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  expect(send).toHaveBeenCalledOnce()
  renderToString(<Spy />)
  return toasts - before
}

test.each([
  ['its own words', { title: 'Not saved', description: 'The supplier could not be saved.' }],
  ['words that a function gives', () => ({ title: 'Not saved', description: 'The supplier could not be saved.' })],
  ['what it reads before it answers, which does not come either', () => Promise.reject(LOST)],
])('a form of the back office says no failure in a toast: %s', async (_what, failure) => {
  expect(await sendInVain(failure)).toBe(0)
})
