import { AppError } from '#platform/errors/errors'

/** The message is quoted from specification 2, section 8, and the same for every wrong password. */
export class WrongStaffPassword extends AppError {
  constructor() {
    super('unauthenticated', 'INVALID_PASSWORD', 'Invalid password. Please try again.')
  }
}

/** The same answer whether the address, the password or the code was wrong. */
export class StaffSignInRefused extends AppError {
  /** Whether the password was right; only the limit of tries looks at it. */
  readonly isPasswordRight: boolean
  constructor(isPasswordRight: boolean) {
    const message = 'Email, password or code is not right. Each code works once: wait for the next one.'
    super('unauthenticated', 'SIGN_IN_REFUSED', message)
    this.isPasswordRight = isPasswordRight
  }
}

/** The same answer for a passkey that is unknown, was removed, or did not prove what it must. */
export class PasskeyRefused extends AppError {
  constructor() {
    const message =
      'This passkey does not open the back office. Sign in with your email, password and code, or ask the owner of the shop for a new invitation.'
    super('unauthenticated', 'PASSKEY_REFUSED', message)
  }
}

/** The challenge is too old, was answered, or belongs to another browser. */
export class PasskeyTimedOut extends AppError {
  constructor() {
    super('invalid', 'PASSKEY_TIMED_OUT', 'This took too long, or was begun in another tab. Please try again.')
  }
}

/** What the browser sent is no new passkey that meets what the shop asks of one. */
export class PasskeyNotTaken extends AppError {
  constructor() {
    const message =
      'This passkey could not be added. Use a device that asks for your fingerprint, face or PIN, and that you have not added before.'
    super('invalid', 'PASSKEY_NOT_TAKEN', message)
  }
}

export class TooManyPasskeys extends AppError {
  constructor(most: number) {
    const message = `You have ${most} passkeys, the most that one person can have. Remove one that you do not use first.`
    super('conflict', 'TOO_MANY_PASSKEYS', message)
  }
}

export class PasskeyNotFound extends AppError {
  constructor() {
    super('not-found', 'PASSKEY_NOT_FOUND', 'This passkey is not in the list any more.')
  }
}

/** Somebody of the staff has this address already. */
export class StaffAddressTaken extends AppError {
  constructor() {
    const message = 'Somebody with this email is in the list already. Send them a new invitation there.'
    super('conflict', 'STAFF_ADDRESS_TAKEN', message, { fields: { email: message } })
  }
}

export class StaffListFull extends AppError {
  constructor(most: number) {
    super(
      'conflict',
      'STAFF_LIST_FULL',
      `A shop has at most ${most} people with access. End the access of somebody who left first.`,
    )
  }
}

export class StaffNotFound extends AppError {
  constructor() {
    super('not-found', 'STAFF_NOT_FOUND', 'This person is not in the list any more.')
  }
}

/** Somebody else has given the person another role since it was seen. */
export class RoleChanged extends AppError {
  constructor() {
    super('conflict', 'ROLE_CHANGED', 'Somebody else has changed this role meanwhile. Look at it again.')
  }
}

/** There is nothing to withdraw. */
export class NoInvitation extends AppError {
  constructor() {
    super('conflict', 'NO_INVITATION', 'No invitation waits to be accepted.')
  }
}

/** The same answer for a link that is unknown, used, withdrawn or too old. */
export class InvitationOver extends AppError {
  constructor() {
    const message =
      'This invitation does not work any more: it was used, replaced by a newer one, withdrawn, or is older than three days. Ask the owner of the shop for a new one.'
    super('not-found', 'INVITATION_OVER', message)
  }
}

/** The code is not one that the authenticator shows now. */
export class SetupCodeWrong extends AppError {
  constructor() {
    const message =
      'This is not the code that the app shows now. Check that the clock of your telephone is right, and type the newest code.'
    super('invalid', 'CODE_WRONG', message, { fields: { code: message } })
  }
}

/** What the page got with the QR code is not what it sent back. */
export class SetupOver extends AppError {
  constructor() {
    super('invalid', 'SETUP_OVER', 'Reload this page and scan the new QR code.')
  }
}

export class CurrentStaffPasswordWrong extends AppError {
  constructor() {
    const message = 'Current password is incorrect'
    super('invalid', 'CURRENT_PASSWORD_WRONG', message, { fields: { currentPassword: message } })
  }
}

/** The gate's password is a setting of the shop and has no codes. */
export class NoOwnCredentials extends AppError {
  constructor() {
    const message =
      'You signed in with the gate’s password, which is set where the shop is installed (ADMIN_PASSWORD). Invite yourself to have a password of your own.'
    super('conflict', 'NO_OWN_CREDENTIALS', message)
  }
}

export class StaffSessionNotFound extends AppError {
  constructor() {
    super('not-found', 'SESSION_NOT_FOUND', 'You are not signed in there any more.')
  }
}
