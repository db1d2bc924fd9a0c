import { AppError } from '#platform/errors/errors'
import { DatabaseUnavailable, hindranceOf } from '#platform/database/unavailable'

/** What only staff are told, who may know whoever can end it. */
const FOR_STAFF = {
  disk: 'The shop cannot save anything: the disk of its database is full or takes no changes. Whoever runs the shop has to make room there, and then it goes on by itself. Its log says more.',
  login:
    'The shop’s database does not let it do what it must. Whoever runs the shop has to look at the user and the password of MONGODB_URI. Its log says more.',
}
/** A disk that is full is not emptied in a moment. */
const FOR_CUSTOMERS = { disk: 'The shop cannot save anything right now. Please try again later.', login: null }

/**
 * What people are told when the shop cannot use its database: staff also what somebody has to do about it, where it does
 * not end by itself.
 */
export function databaseOutage(error: unknown, isStaff: boolean): AppError {
  const outage = new DatabaseUnavailable(error)
  const hindrance = hindranceOf(error)
  const message = hindrance === null ? null : (isStaff ? FOR_STAFF : FOR_CUSTOMERS)[hindrance]
  if (message === null) return outage
  const { kind, code, retryAfterSeconds } = outage
  return new AppError(kind, code, message, { retryAfterSeconds, cause: error })
}
