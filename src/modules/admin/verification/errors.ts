import { AppError } from '#platform/errors/errors'
import { MAX_LETTERS } from './domain/letter-code.ts'

export class NotToVerify extends AppError {
  constructor() {
    super('conflict', 'NOT_TO_VERIFY', 'This request is confirmed already, or its person was erased.')
  }
}

export class ContactNotKnown extends AppError {
  constructor() {
    super('unprocessable', 'CONTACT_NOT_KNOWN', 'The shop did not know this number or address before the request.')
  }
}

export class LetterCodeWrong extends AppError {
  constructor(triesLeft: number) {
    const tries = triesLeft === 1 ? 'One try is' : `${triesLeft} tries are`
    super('unprocessable', 'LETTER_CODE_WRONG', `This is not the code of the letter. ${tries} left.`, {
      details: { triesLeft },
    })
  }
}

export class LetterCodeOver extends AppError {
  constructor() {
    super('unprocessable', 'LETTER_CODE_OVER', 'There is no letter whose code still counts. Write another letter.')
  }
}

export class TooManyLetters extends AppError {
  constructor() {
    super('unprocessable', 'TOO_MANY_LETTERS', `${MAX_LETTERS} letters were written for this request already.`)
  }
}
