import { AppError } from '#platform/errors/errors'

/** The client looks for "email already exists" in the message (specification 2, section 8). */
export class EmailTaken extends AppError {
  constructor() {
    super('conflict', 'EMAIL_TAKEN', 'An account with this email already exists.', {
      fields: { email: 'This email is already in use. Try signing in instead or use a different email.' },
    })
  }
}

/** Somebody else has the address. Only a person who reads its mails is told. */
export class EmailNotAvailable extends AppError {
  constructor() {
    super(
      'conflict',
      'EMAIL_NOT_AVAILABLE',
      'Another account uses this email address. Sign in to that one, or contact us.',
    )
  }
}

/** Another email address takes the password, so that somebody with a found phone cannot have it. */
export class CurrentPasswordNeeded extends AppError {
  constructor() {
    const message = 'Enter your current password to change your email address'
    super('invalid', 'CURRENT_PASSWORD_NEEDED', message, { fields: { currentPassword: message } })
  }
}

/** No new address waits for its proof. */
export class NoEmailChange extends AppError {
  constructor() {
    super('not-found', 'NO_EMAIL_CHANGE', 'No new email address waits for its confirmation.')
  }
}

export class PasswordTooCommon extends AppError {
  constructor(field: 'password' | 'newPassword') {
    const message =
      'This password is too common. Choose a few words that have nothing to do with each other, with you or with this shop.'
    super('invalid', 'PASSWORD_TOO_COMMON', message, { fields: { [field]: message } })
  }
}

/** Changing a password requires the current one, so that somebody with a found phone cannot do it. */
export class CurrentPasswordWrong extends AppError {
  constructor() {
    const message = 'Current password is incorrect'
    super('invalid', 'CURRENT_PASSWORD_WRONG', message, { fields: { currentPassword: message } })
  }
}

export class PasswordUnchanged extends AppError {
  constructor() {
    const message = 'Choose a different password'
    super('invalid', 'PASSWORD_UNCHANGED', message, { fields: { newPassword: message } })
  }
}

/** The same answer for an unknown address and a wrong password. */
export class WrongCredentials extends AppError {
  constructor() {
    super('unauthenticated', 'WRONG_CREDENTIALS', 'Invalid email or password')
  }
}

/** Not the newest code. */
export class CodeWrong extends AppError {
  constructor(triesLeft: number) {
    const message = `This code is not right. ${triesLeft === 1 ? 'One try is' : `${triesLeft} tries are`} left.`
    super('unauthenticated', 'CODE_WRONG', message, { fields: { otp: message } })
  }
}

/** The code was mistyped too often. */
export class CodeUsedUp extends AppError {
  constructor() {
    const message = 'Too many wrong tries: this code no longer works. Ask for a new one.'
    super('unauthenticated', 'CODE_USED_UP', message, { fields: { otp: message } })
  }
}

/** The code is older than ten minutes, was used already, or was never asked for. */
export class CodeExpired extends AppError {
  constructor() {
    const message = 'This code has expired. Ask for a new one.'
    super('unauthenticated', 'CODE_EXPIRED', message, { fields: { otp: message } })
  }
}

/** A new password without the old one takes a session that a code opened a moment ago. */
export class CodeNeeded extends AppError {
  constructor() {
    super('forbidden', 'CODE_NEEDED', 'The time to choose a new password is over. Sign in with a new code.')
  }
}

export class SessionNotFound extends AppError {
  constructor() {
    super('not-found', 'SESSION_NOT_FOUND', 'You are not signed in there any more.')
  }
}

/** The customer was deleted, or their session ended, while their request was running. */
export class CustomerGone extends AppError {
  constructor() {
    super('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
  }
}

/** No account has this number, or it was deleted. */
export class CustomerNotFound extends AppError {
  constructor() {
    super('not-found', 'CUSTOMER_NOT_FOUND', 'There is no such customer any more.')
  }
}

/** Another row was added to a visitor's consent log since it was read. */
export class ConsentLogChanged extends AppError {
  constructor() {
    super('conflict', 'CONSENT_LOG_CHANGED', 'Your choices were changed elsewhere. Please try again.')
  }
}

/** Another privacy request has this reference. */
export class ReferenceTaken extends AppError {
  constructor() {
    super('conflict', 'REFERENCE_TAKEN', 'Your request could not be stored. Please try again.')
  }
}

/** The address is already proved. */
export class EmailProved extends AppError {
  constructor() {
    super('conflict', 'EMAIL_PROVED', 'Your email address has been confirmed already.')
  }
}

export class AddressNotFound extends AppError {
  constructor() {
    super('not-found', 'ADDRESS_NOT_FOUND', 'There is no such address in your address book.')
  }
}

export class AddressBookFull extends AppError {
  constructor(most: number) {
    super('conflict', 'ADDRESS_BOOK_FULL', `An address book takes at most ${most} addresses. Please delete one first.`)
  }
}

export class PrivacyRequestNotFound extends AppError {
  constructor() {
    super('not-found', 'PRIVACY_REQUEST_NOT_FOUND', 'There is no such request.')
  }
}

/** A cart or wishlist was saved from another tab or browser since the writer saw it. */
export class SavedListChanged extends AppError {
  constructor() {
    super('conflict', 'SAVED_LIST_CHANGED', 'It was changed in another tab or browser meanwhile. Look at it again.')
  }
}
