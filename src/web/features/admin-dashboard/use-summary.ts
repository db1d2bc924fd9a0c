import useSWR from 'swr'
import type { Summary } from '#contracts/admin'
import { api } from '../../lib/api-client.ts'

export const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: 'all', label: 'All time' },
] as const
export type Period = (typeof PERIODS)[number]['value']

export const SUMMARY_PATH = '/api/admin/summary'

/** The shop's figures for a period, computed by the server; read again every minute while they are in view. */
export function useSummary(period: Period) {
  const { data, error, mutate } = useSWR<Summary, unknown>(`${SUMMARY_PATH}?days=${period}`, api<Summary>, {
    keepPreviousData: true,
    revalidateIfStale: true,
    revalidateOnFocus: true,
    refreshInterval: 60_000,
  })
  return { summary: data, error, retry: () => void mutate().catch(() => undefined) }
}
