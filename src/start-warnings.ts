import type { Config } from './platform/config/config.ts'
import { DEMO_MAIL_FROM } from './platform/config/config-variables.ts'
import type { Logger } from './platform/log/logger.ts'
import { ownAddress } from './platform/config/own-address.ts'

type Warned = Pick<Config, 'SMTP_URL' | 'PUBLIC_URL' | 'MAIL_FROM' | 'CARD_TEST_MODE' | 'MAIL_LOG' | 'PORT' | 'HOST'>

/**
 * Warns of settings that are good enough to try the shop out, and nothing for customers. Workers send mails, too, with
 * settings of their own.
 */
export function warnOfTryOut(config: Warned, logger: Pick<Logger, 'warn'>): void {
  if (config.SMTP_URL !== null) {
    if (config.PUBLIC_URL === null)
      logger.warn({ links: ownAddress(config) }, 'PUBLIC_URL is not set: links in mails lead to this machine alone')
    if (config.MAIL_FROM === DEMO_MAIL_FROM)
      logger.warn(
        { from: DEMO_MAIL_FROM },
        'MAIL_FROM is not set: no mail server takes mails for this address, or believes them',
      )
  }
  // Mails are logged whole in a try-out alone.
  if (config.CARD_TEST_MODE && config.MAIL_LOG === 'subject')
    logger.warn(
      'CARD_TEST_MODE is not false: "Pay with Card" takes published test numbers and charges nothing, and whoever orders that way has not paid',
    )
}
