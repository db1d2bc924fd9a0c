import { TO_DO_PATH } from '#contracts/staff-paths'
import { readEvery } from './read-every.ts'
import { useStaffChanges } from './use-staff-changes.ts'
import { SHARED_WITH_OTHERS, useRead, type ReadResult } from './use-read.ts'
import type { ToDo } from '#contracts/admin'

const KINDS = ['order', 'import', 'inbox'] as const

/** What waits for a person of the shop: read again when something changes, and twice a minute in any case. */
export function useToDo(): ReadResult<ToDo> {
  const answer = useRead(TO_DO_PATH, { ...SHARED_WITH_OTHERS, keepPreviousData: true, ...readEvery(30_000) })
  useStaffChanges(KINDS, answer.retry, { pauseMs: 1500 })
  return answer
}
