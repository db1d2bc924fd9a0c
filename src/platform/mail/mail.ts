import type { SMTPTransportOptions } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'
import { isLoopback } from '../loopback.ts'
import { readSmtpFailure } from './smtp-failure.ts'

/** A server that takes longer for one mail, however often it gives a sign of life, is not one that takes mails. */
const SENDING_MS = 120_000

/** Always apart: a line made of both could be read as other addresses. */
export interface MailAddress {
  readonly name: string
  readonly address: string
}

export interface MailMessage {
  /** The same at every sending of the same mail, so that a mail server or reader can drop a repetition. */
  readonly id: string
  readonly to: MailAddress
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** Outgoing mail. */
export interface Mail {
  /**
   * Resolves when the mail server has taken it.
   * @throws JobCannotSucceed when the server refuses it for good, DependencyUnavailable when it may take it later
   */
  send(message: MailMessage): Promise<void>
}

/** Reads "Superprinter <shop@example.com>" or a bare address. */
export function parseAddress(text: string): MailAddress {
  const line = text.trim()
  const bracket = line.lastIndexOf('<')
  if (bracket === -1 || !line.endsWith('>')) return { name: '', address: line }
  return { name: line.slice(0, bracket).replaceAll('"', '').trim(), address: line.slice(bracket + 1, -1) }
}

/** Line breaks and other control characters have no place in a header. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}

async function createSmtpMail(url: string, from: MailAddress, sendingMs: number): Promise<Mail> {
  // A shop that only logs its mails starts without it.
  const { createTransport } = await import('nodemailer')
  const options: SMTPTransportOptions = {
    url,
    // Without it a mail goes on in clear when the server offers no TLS, or somebody on the way hides the offer.
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = createTransport(options)
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          text,
          html,
          messageId: `<${id}@${domain}>`,
          signal: AbortSignal.timeout(sendingMs),
        })
      } catch (error) {
        throw readSmtpFailure(error)
      }
    },
  }
}

/**
 * Without a mail server: in a try-out the mail can be read in the log of the process. In production the log shows
 * recipient and subject only, because links in mails open accounts and exports.
 */
function createLogMail(logger: Logger, shown: Config['MAIL_LOG']): Mail {
  if (shown === 'subject') logger.warn('SMTP_URL is "log": no mails are sent, the log shows recipients and subjects')
  return {
    async send({ id, to, subject, text }) {
      logger.info(
        { mailId: id, to: to.address, subject: oneLine(subject), ...(shown === 'all' && { text }) },
        'a mail was written to the log; set SMTP_URL to send mails',
      )
    },
  }
}

/**
 * The mail adapter that the configuration asks for: SMTP when `SMTP_URL` is set, the log otherwise.
 * @param sendingMs how long the server may take for one mail
 */
export async function createMail(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_LOG'>,
  logger: Logger,
  sendingMs = SENDING_MS,
): Promise<Mail> {
  return config.SMTP_URL === null
    ? createLogMail(logger, config.MAIL_LOG)
    : createSmtpMail(config.SMTP_URL, parseAddress(config.MAIL_FROM), sendingMs)
}
