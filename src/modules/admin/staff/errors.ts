import { AppError } from '#platform/errors'

/** The message is quoted from specification 2, section 8, and the same for every wrong password. */
export class WrongStaffPassword extends AppError {
  constructor() {
    super('unauthenticated', 'INVALID_PASSWORD', 'Invalid password. Please try again.')
  }
}
