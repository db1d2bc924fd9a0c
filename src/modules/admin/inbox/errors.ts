import { AppError } from '#platform/errors'

/** Another member of staff was faster. */
export class SuggestionDecided extends AppError {
  constructor(state: 'confirmed' | 'refused') {
    super('conflict', 'SUGGESTION_DECIDED', `This suggestion was ${state} already.`, { details: { state } })
  }
}

export class InboxEntryNotFound extends AppError {
  constructor() {
    super('not-found', 'MESSAGE_NOT_FOUND', 'There is no message under this reference.')
  }
}
