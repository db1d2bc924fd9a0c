import { z } from 'zod'
import { email, IsoTime, LinkToken } from './common.ts'

const ALERT_KINDS = ['back-in-stock', 'price-drop'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** POST /api/user/alerts: one mail to the customer's own, proved address. */
export const OwnAlertBody = z.object({ productId: z.int().positive(), kind: z.enum(ALERT_KINDS) })

export type AskedAlert = z.infer<typeof OwnAlertBody>

/** What the form asks for. */
export const AlertAddress = z.object({ email: email() })

/** POST /api/alerts: one mail to this address, once its reader has confirmed it. */
export const AlertBody = OwnAlertBody.extend(AlertAddress.shape)

/** The secret by which the request can be ended. */
export const OwnAlert = z.object({ token: LinkToken })

/** GET /api/user/alerts: what the customer waits for, newest first. */
export const OwnAlertList = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(ALERT_KINDS),
    productId: z.int(),
    /** Null when the product is not sold any more. */
    productName: z.string().nullable(),
    requestedAt: IsoTime,
  }),
)
export type OwnAlertList = z.infer<typeof OwnAlertList>

/** The request behind a mail's link, which opens /product-alert?token=…. Opening it changes nothing. */
export const AlertView = z.object({
  kind: z.enum(ALERT_KINDS),
  /** `due`: its mail is on its way; `sent`: it went out; `ended`: there is none. */
  state: z.enum(['unconfirmed', 'open', 'due', 'sent', 'ended']),
  productId: z.int(),
  /** Null when the product is not sold any more. */
  productName: z.string().nullable(),
  /** How many other requests of the same address wait. */
  others: z.int(),
})
export type AlertView = z.infer<typeof AlertView>

/** POST /api/alerts/end: this request, or all of its address. */
export const EndAlertBody = z.object({ token: LinkToken, which: z.enum(['this', 'all']).default('this') })
