import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'
import { readSmtpFailure } from './smtp-failure.ts'

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

function createSmtpMail(url: string, from: MailAddress): Mail {
  const transport = createTransport(url, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[1])
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
        })
      } catch (error) {
        throw readSmtpFailure(error)
      }
    },
  }
}

/** Without a mail server: the mail can be read in the log of the process. */
function createLogMail(logger: Logger): Mail {
  return {
    async send({ id, to, subject, text }) {
      logger.info(
        { mailId: id, to: to.address, subject: oneLine(subject), text },
        'a mail was written to the log; set SMTP_URL to send mails',
      )
    },
  }
}

/** The mail adapter that the configuration asks for: SMTP when `SMTP_URL` is set, the log otherwise. */
export function createMail(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>, logger: Logger): Mail {
  return config.SMTP_URL === null
    ? createLogMail(logger)
    : createSmtpMail(config.SMTP_URL, parseAddress(config.MAIL_FROM))
}
