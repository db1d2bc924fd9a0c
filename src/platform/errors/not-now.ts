import { AppError } from './errors.ts'

/** The shop has more to do than it can, or waits in vain. What people read is the same wherever that is met. */
export class ShopIsBusy extends AppError {
  /** @param cause what is late or full, for the log */
  constructor(cause: Error) {
    super('unavailable', 'UNAVAILABLE', 'The shop is very busy right now. Please try again in a moment.', { cause })
  }
}

/** The process ends: another one, or the next one, answers. */
export class ShopIsClosing extends AppError {
  constructor() {
    super('unavailable', 'UNAVAILABLE', 'The shop is being restarted. Please try again in a moment.')
  }
}
