import type { SMTPTransportOptions } from 'nodemailer'
import { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { JobLost } from '../jobs/jobs.ts'
import type { Logger } from '../log/logger.ts'
import { isLoopback } from '../config/loopback.ts'
import { readSmtpFailure } from './smtp-failure.ts'

/** How long a mail server may take for each part of one mail, in ms, however often it gives a sign of life. */
interface MailLimits {
  /** Until it wants the mail. */
  readonly untilRead: number
  /** Until it has all of it. */
  readonly untilHad: number
  /**
   * Until it answers. One that looks for viruses takes minutes on a bad day and accepts the mail all the same, so that a
   * shop that waits for less than RFC 5321 (4.5.3.2.6) says sends it again and again.
   */
  readonly untilTaken: number
}
const LIMITS: MailLimits = { untilRead: 60_000, untilHad: 60_000, untilTaken: 600_000 }

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
  /** Whether this process may still send it (default yes): asked right before the server gets the end of the mail. */
  readonly isHeld?: () => boolean
}

/** Outgoing mail. */
export interface Mail {
  /**
   * Resolves when the mail server has taken it.
   * @throws JobCannotSucceed when the server refuses it for good, DependencyUnavailable when it may take it later,
   * JobLost when this process may no longer send it
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

/** A signal that aborts when the part of a sending takes too long that has begun last. */
function createDeadline(firstMs: number) {
  const controller = new AbortController()
  const startTimer = (ms: number) => setTimeout(() => controller.abort(), ms)
  let timer = startTimer(firstMs)
  return {
    signal: controller.signal,
    begin(ms: number): void {
      clearTimeout(timer)
      timer = startTimer(ms)
    },
    end: () => clearTimeout(timer),
  }
}

async function createSmtpMail(url: string, from: MailAddress, limits: MailLimits): Promise<Mail> {
  // A shop that only logs its mails starts without it.
  const { createTransport } = await import('nodemailer')
  const options: SMTPTransportOptions = {
    url,
    // Without it a mail goes on in clear when the server offers no TLS, or somebody on the way hides the offer.
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Silence is not what counts, but how long a part of the mail takes.
    socketTimeout: limits.untilTaken,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)

  /**
   * What the server reads, from when it wants the mail on. The end makes the mail the server's, so it is left out when this
   * process may no longer send it: the server then drops what it has. A process may have stood still at any step before,
   * and reads what came meanwhile before its timers fire.
   */
  async function* read(mail: AsyncIterable<Buffer>, isHeld: () => boolean, begin: (ms: number) => void) {
    begin(limits.untilHad)
    yield* mail
    if (!isHeld()) throw new JobLost('A mail was left to the process that sends it by now.')
    begin(limits.untilTaken)
  }

  return {
    async send({ id, to, subject, text, html, isHeld = () => true }) {
      const transport = createTransport(options)
      const deadline = createDeadline(limits.untilRead)
      transport.use('stream', ({ message }, done) => {
        // It holds one piece at a time, so that it comes to the end when the server does.
        message.processFunc((mail) =>
          Readable.from(read(mail, isHeld, deadline.begin), { objectMode: false, highWaterMark: 1 }),
        )
        done()
      })
      try {
        await transport.sendMail({
          from,
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          text,
          html,
          messageId: `<${id}@${domain}>`,
          signal: deadline.signal,
        })
      } catch (error) {
        throw error instanceof JobLost ? error : readSmtpFailure(error)
      } finally {
        deadline.end()
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
 * @param limits how long the server may take for one mail
 */
export async function createMail(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_LOG'>,
  logger: Logger,
  limits: Partial<MailLimits> = {},
): Promise<Mail> {
  return config.SMTP_URL === null
    ? createLogMail(logger, config.MAIL_LOG)
    : createSmtpMail(config.SMTP_URL, parseAddress(config.MAIL_FROM), { ...LIMITS, ...limits })
}
