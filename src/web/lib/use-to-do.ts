import { TO_DO_PATH } from '#contracts/api-paths'
import { SHARED_WITH_OTHERS, useRead } from './use-read.ts'

/** What waits for a person of the shop; read again twice a minute while the back office is open. */
export function useToDo() {
  return useRead(TO_DO_PATH, { ...SHARED_WITH_OTHERS, keepPreviousData: true, refreshInterval: 30_000 })
}
