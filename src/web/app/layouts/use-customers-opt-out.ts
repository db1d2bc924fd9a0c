import { useEffect } from 'react'
import { useConsent } from '../../features/consent/consent-provider.tsx'
import { toast } from '../../ui/toast.tsx'

/**
 * What a customer refused by a privacy request holds in every browser where they sign in: marketing goes off, and stays
 * off.
 */
export function useCustomersOptOut(isOptedOut: boolean): void {
  const { isReady, choice, optOutOfSale } = useConsent()
  const isToObey = isOptedOut && isReady && choice.marketing
  useEffect(() => {
    if (!isToObey) return
    optOutOfSale()
    toast({
      title: 'Opt-out request honored',
      description: 'You asked us not to use your information for marketing, so it stays off.',
    })
  }, [isToObey, optOutOfSale])
}
