import { useEffect } from 'react'
import type { TrackingBody } from '#contracts/privacy'
import { logEvent } from './consent-log.ts'
import { useConsent } from './consent-provider.tsx'

/**
 * Tells the shop's own statistics of a search or a product view, once, and only with analytics consent.
 * @param event null while there is nothing to tell yet
 */
export function useShopStatistics(event: TrackingBody['event'] | null): void {
  const { isReady, choice } = useConsent()
  const isAllowed = isReady && choice.analytics
  const told = event === null ? null : JSON.stringify(event)
  useEffect(() => {
    if (isAllowed && told !== null) void logEvent(JSON.parse(told) as TrackingBody['event'])
  }, [isAllowed, told])
}
