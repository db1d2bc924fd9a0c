import { SHOP_TIME_ZONE } from '#platform/time/delivery-estimate'
import { timeFormat } from './format.ts'

// Orders, returns and what the shop counts in days have the days of its clock on all pages, as in its mails and on paper.

/** A moment as the day that the shop's clock shows: "November 21, 2026". */
export const formatShopDay = timeFormat({ dateStyle: 'long', timeZone: SHOP_TIME_ZONE })
