import { AppError } from '#platform/errors/errors'
import { MAX_OPEN_ALERTS } from './domain/alert.ts'

export class AlertProductNotFound extends AppError {
  constructor() {
    super('not-found', 'PRODUCT_NOT_FOUND', "The product you're looking for doesn't exist.")
  }
}

/** Somebody asks to be told that a product is back, and it is. */
export class AlreadyInStock extends AppError {
  constructor() {
    super('conflict', 'ALREADY_IN_STOCK', 'It is in stock again. Reload the page to order it.')
  }
}

export class AlertNotFound extends AppError {
  constructor() {
    super(
      'not-found',
      'LINK_UNKNOWN',
      'This link is not valid any more. Either the request was ended or not confirmed within 7 days, or a newer email has another link.',
    )
  }
}

export class TooManyAlerts extends AppError {
  constructor() {
    super(
      'conflict',
      'TOO_MANY_ALERTS',
      `${MAX_OPEN_ALERTS} products wait for a mail to this address already. End one of these requests first, by the link in its mail.`,
    )
  }
}

/** A customer whose address is not proved asks as if it were. */
export class AlertAddressNotProved extends AppError {
  constructor() {
    super('conflict', 'EMAIL_NOT_PROVED', 'Confirm your email address first.')
  }
}
