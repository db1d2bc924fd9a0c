import type { Summary } from '#contracts/admin'
import { summaryPath } from '#contracts/staff-paths'
import { readEvery } from '../../lib/read-every.ts'
import { SHARED_WITH_OTHERS, useRead, type ReadResult } from '../../lib/use-read.ts'

export const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'all', label: 'All time' },
] as const
export type Period = (typeof PERIODS)[number]['value']

/** The shop's figures for a period, computed by the server; read again every minute while they are in view. */
export function useSummary(period: Period): ReadResult<Summary> {
  const answer = useRead(summaryPath(period), { ...SHARED_WITH_OTHERS, ...readEvery(60_000), keepPreviousData: true })
  // The figures of another period are no answer to what is asked for now, once there will be no other.
  const isOfAnother = answer.error !== undefined && answer.data?.period.days !== period
  return isOfAnother ? { ...answer, data: undefined } : answer
}
