import { useEffect } from 'react'
import type { TrackingBody } from '#contracts/privacy'
import { logEvent } from './consent-log.ts'
import { useConsent } from './consent-provider.tsx'

/**
 * Sends a search or a product view to the shop's own statistics, once, and only with analytics consent.
 * @param event null while there is nothing to send yet
 */
export function useShopStatistics(event: TrackingBody['event'] | null): void {
  const { isReady, choice } = useConsent()
  const isAllowed = isReady && choice.analytics
  const serialized = event === null ? null : JSON.stringify(event)
  useEffect(() => {
    if (isAllowed && serialized !== null) void logEvent(JSON.parse(serialized) as TrackingBody['event'])
  }, [isAllowed, serialized])
}
