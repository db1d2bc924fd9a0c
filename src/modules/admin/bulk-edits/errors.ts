import { AppError } from '#platform/errors/errors'

export class BulkEditNotFound extends AppError {
  constructor() {
    super('not-found', 'BULK_EDIT_NOT_FOUND', 'This bulk edit does not exist any more.')
  }
}

export class NothingChosen extends AppError {
  constructor() {
    super('invalid', 'NOTHING_CHOSEN', 'No product matches. Choose at least one.')
  }
}

export class BulkEditNotReady extends AppError {
  constructor(message: string) {
    super('conflict', 'BULK_EDIT_NOT_READY', message)
  }
}
