import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors/errors'
import { RemoteFileProblem } from '#platform/remote-file/remote-file-problem'

/** What staff read of an error of a fetch. @throws it when the shop's own database is away: the job waits for that */
export function problemOf(error: unknown): RemoteFileProblem {
  // It is an AppError, too, but says nothing of the file.
  if (isDatabaseUnavailable(error)) throw error
  if (error instanceof RemoteFileProblem) return error
  // The file came and is refused: another try would bring the same.
  if (error instanceof AppError) return new RemoteFileProblem(error.message, { mayPass: error.kind === 'unavailable' })
  return new RemoteFileProblem('Something went wrong on our side.', { mayPass: true })
}
