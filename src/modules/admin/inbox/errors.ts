import { AppError } from '#platform/errors/errors'

/** Another member of staff was faster. */
export class SuggestionDecided extends AppError {
  constructor(state: 'confirmed' | 'refused') {
    super('conflict', 'SUGGESTION_DECIDED', `This suggestion was ${state} already.`, { details: { state } })
  }
}

/** Somebody changed the entry after the page of this caller was read. */
export class InboxEntryChanged extends AppError {
  constructor(version: number) {
    super('conflict', 'INBOX_ENTRY_CHANGED', 'Somebody else has changed this entry meanwhile. Look at it again.', {
      details: { version },
    })
  }
}

export class NoAddressToAnswer extends AppError {
  constructor() {
    super('unprocessable', 'NO_ADDRESS', 'The sender left no email address. Call them, and add a note.')
  }
}

export class ThreadIsFull extends AppError {
  constructor() {
    super('unprocessable', 'THREAD_IS_FULL', 'This thread has as many replies as it can have. Call the sender.')
  }
}

export class TooManyNotes extends AppError {
  constructor(most: number) {
    super('unprocessable', 'TOO_MANY_NOTES', `An entry has room for ${most} notes, and this one has them.`)
  }
}

export class SavedReplyNotFound extends AppError {
  constructor() {
    super('not-found', 'SAVED_REPLY_NOT_FOUND', 'There is no such saved reply any more.')
  }
}

export class SavedReplyChanged extends AppError {
  constructor() {
    super('conflict', 'SAVED_REPLY_CHANGED', 'Somebody else has changed this saved reply meanwhile. Open it again.')
  }
}

export class TooManySavedReplies extends AppError {
  constructor(most: number) {
    super('unprocessable', 'TOO_MANY_SAVED_REPLIES', `There are ${most} saved replies already. Delete one first.`)
  }
}

export class InboxEntryNotFound extends AppError {
  constructor() {
    super('not-found', 'MESSAGE_NOT_FOUND', 'There is no message under this reference.')
  }
}
