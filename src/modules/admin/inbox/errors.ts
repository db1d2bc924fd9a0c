import { AppError } from '#platform/errors'

export class InboxEntryNotFound extends AppError {
  constructor() {
    super('not-found', 'MESSAGE_NOT_FOUND', 'There is no message under this reference.')
  }
}
