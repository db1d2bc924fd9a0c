import { summaryPath } from '#contracts/api-paths'
import { SHARED_WITH_OTHERS, useRead } from '../../lib/use-read.ts'

export const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'all', label: 'All time' },
] as const
export type Period = (typeof PERIODS)[number]['value']

/** The shop's figures for a period, computed by the server; read again every minute while they are in view. */
export function useSummary(period: Period) {
  return useRead(summaryPath(period), { ...SHARED_WITH_OTHERS, keepPreviousData: true, refreshInterval: 60_000 })
}
