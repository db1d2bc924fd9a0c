import { AppError } from '#platform/errors'

/** The client looks for "email already exists" in the message (specification 2, section 8). */
export class EmailTaken extends AppError {
  constructor() {
    super('conflict', 'EMAIL_TAKEN', 'An account with this email already exists.', {
      fields: { email: 'This email is already in use. Try signing in instead or use a different email.' },
    })
  }
}

export class PasswordTooCommon extends AppError {
  constructor() {
    super('invalid', 'PASSWORD_TOO_COMMON', 'This password is too common.', { fields: { password: 'This password is too common.' } })
  }
}

/** One answer for an unknown address and a wrong password. */
export class WrongCredentials extends AppError {
  constructor() {
    super('unauthenticated', 'WRONG_CREDENTIALS', 'Invalid email or password')
  }
}

/** So many passwords are being checked that one more would have to wait too long. */
export class TooBusy extends AppError {
  constructor() {
    super('unavailable', 'TOO_BUSY', 'Many people are signing in right now. Please try again in a few seconds.', { retryAfterSeconds: 3 })
  }
}
