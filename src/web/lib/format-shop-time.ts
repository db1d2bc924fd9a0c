import { SHOP_TIME_ZONE } from '#platform/time/delivery-estimate'
import { timeFormat } from './format.ts'

/** A way to write ISO times by the shop's clock; times of day want its name beside them: "CT". */
export function shopTimeFormat(options: Intl.DateTimeFormatOptions): (isoTime: string) => string {
  return timeFormat({ ...options, timeZone: SHOP_TIME_ZONE })
}

const times = shopTimeFormat({ dateStyle: 'long', timeStyle: 'short' })

/** A moment by the shop's clock, and which clock that is: "November 21, 2026 at 1:32 AM CT". */
export const formatShopTime = (isoTime: string): string => `${times(isoTime)} CT`
