import { SHOP_TIME_ZONE } from '#platform/time/delivery-estimate'
import { timeFormat } from './format.ts'

const times = timeFormat({ dateStyle: 'long', timeStyle: 'short', timeZone: SHOP_TIME_ZONE })

/** A moment by the shop's clock, and which clock that is: "November 21, 2026 at 1:32 AM CT". */
export const formatShopTime = (isoTime: string): string => `${times(isoTime)} CT`
