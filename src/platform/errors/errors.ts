/** What went wrong, in words that a module may use. One place in the BFF turns a kind into an HTTP status. */
export type ErrorKind =
  | 'invalid'
  | 'unprocessable'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-many'
  | 'unavailable'

export interface AppErrorOptions {
  /** Details for the caller's program, for example the lines of an order that cannot be sold. Never personal data. */
  readonly details?: unknown
  /** One sentence per invalid field, keyed by its path ("shippingAddress.city"). */
  readonly fields?: Readonly<Record<string, string>>
  /** Seconds after which another attempt makes sense (kinds `too-many` and `unavailable`). */
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/**
 * An error with a stable code and a sentence for people. Modules subclass or construct it. Any other error is a
 * bug and answers 500 without its text.
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details?: unknown
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number

  constructor(kind: ErrorKind, code: string, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = new.target.name
    this.kind = kind
    this.code = code
    this.details = options.details
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
