import { AppError } from '#platform/errors'

/** The sentence of the gate (specification 2, section 8), the same for every wrong password. */
export class WrongStaffPassword extends AppError {
  constructor() {
    super('unauthenticated', 'INVALID_PASSWORD', 'Invalid password. Please try again.')
  }
}

export class InboxEntryNotFound extends AppError {
  constructor() {
    super('not-found', 'MESSAGE_NOT_FOUND', 'There is no message under this reference.')
  }
}
