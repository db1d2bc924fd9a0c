import { SHOP_TIME_ZONE } from '#platform/time/delivery-estimate'
import { timeFormat } from './format.ts'

/** A moment as the day that the shop's clock shows, for days that the shop counts: "November 21, 2026". */
export const formatShopDay = timeFormat({ dateStyle: 'long', timeZone: SHOP_TIME_ZONE })
