import { AppError } from '#platform/errors'

/** The sentence of the gate (specification 2, section 8), the same for every wrong password. */
export class WrongStaffPassword extends AppError {
  constructor() {
    super('unauthenticated', 'INVALID_PASSWORD', 'Invalid password. Please try again.')
  }
}
