import { useEffect } from 'react'
import type { TrackingBody } from '#contracts/privacy'
import { logEvent, logSearchMiss } from './consent-log.ts'
import { useConsent } from './consent-provider.tsx'

/**
 * Sends a search or a product view to the shop's own statistics, once, and only with analytics consent. Without consent
 * too, a search that found nothing is counted, by its words alone. The browser says so and not the server when it
 * answers: kept pages and answers never reach the code that searches, and crawlers, suggestions and prefetches do.
 * @param event null while there is nothing to send yet
 */
export function useShopStatistics(event: TrackingBody['event'] | null): void {
  const { isReady, choice } = useConsent()
  const isAllowed = isReady && choice.analytics
  const serialized = event === null ? null : JSON.stringify(event)
  const missed = event?.type === 'search' && event.results === 0 ? event.term : null
  useEffect(() => {
    if (isAllowed && serialized !== null) void logEvent(JSON.parse(serialized) as TrackingBody['event'])
  }, [isAllowed, serialized])
  useEffect(() => {
    if (missed !== null) void logSearchMiss(missed)
  }, [missed])
}
