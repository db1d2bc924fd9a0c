import { DependencyUnavailable, JobCannotSucceed } from '../jobs/jobs.ts'

/** The mail server is out of reach, or takes nothing from this shop: another mail would not fare better. */
export class MailServerUnavailable extends DependencyUnavailable {}

/** What nodemailer says of a failure. */
interface SmtpError extends Error {
  readonly code: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** The server wants a login or refuses it (RFC 4954): that is about the shop, not about the mail. */
const LOGIN_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538])
const CLOSING_DOWN = 421
/** What is said before a mail, to the connection or the login, is about the shop, too. */
const ABOUT_THIS_MAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE'])

const TLS_ADVICE =
  'It must offer TLS, with a certificate for its name that this machine trusts: STARTTLS with smtp://, or TLS from the start with smtps://.'

function isAboutTls({ code, command, message }: SmtpError): boolean {
  return code === 'ETLS' || command === 'STARTTLS' || /TLS|certificate|self.signed|altnames/i.test(message)
}

function isSmtpError(error: unknown): error is SmtpError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/**
 * What a failed sending means for its job. A mailbox or a mail that the server refuses for good (5xx) fails at once.
 * "Later" (4xx) and a server that is away, refuses the connection, the login or the sender, or offers no TLS are outside
 * causes, which the job waits out: nothing is wrong with the mail.
 */
export function readSmtpFailure(error: unknown): unknown {
  if (!isSmtpError(error)) return error
  const { code, command, responseCode = 0, message } = error
  const isAboutMail = ABOUT_THIS_MAIL.has(code)
  const isAboutSender = command === 'MAIL FROM' || LOGIN_CODES.has(responseCode)
  if (isAboutMail && !isAboutSender && (responseCode === 0 || responseCode >= 500))
    return new JobCannotSucceed(`The mail server refuses this mail for good: ${message}`, { cause: error })
  if (isAboutMail && responseCode >= 400 && responseCode < 500 && responseCode !== CLOSING_DOWN)
    return new DependencyUnavailable(`The mail server asks to come back later: ${message}`, { cause: error })
  const advice = isAboutTls(error) ? ` ${TLS_ADVICE}` : ''
  return new MailServerUnavailable(`The mail server cannot be used: ${message}.${advice}`, { cause: error })
}
