import { JobCannotSucceed } from '#platform/jobs/jobs'
import type { PrivacyRequestRepository } from '../../persistence/privacy-request.repository.ts'
import type { DueRequest } from './due-request.ts'
import { createErasePerson } from './erase-person.ts'
import { createRecordOptOut } from './record-opt-out.ts'
import { createWriteExport } from './write-export.ts'

export type FulfillPrivacyRequest = (input: { readonly reference: string }) => Promise<void>

/**
 * Fulfills a verified request: exports, erases, or records an opt-out. The result is stored in the same transaction as
 * the event, so that a repetition does nothing and a crash in between loses nothing.
 */
export function createFulfillPrivacyRequest(
  deps: { readonly requests: PrivacyRequestRepository } & Parameters<typeof createWriteExport>[0] &
    Parameters<typeof createErasePerson>[0] &
    Parameters<typeof createRecordOptOut>[0],
): FulfillPrivacyRequest {
  const { requests } = deps
  const writeExport = createWriteExport(deps)
  const erasePerson = createErasePerson(deps)
  const recordOptOut = createRecordOptOut(deps)

  return async function fulfillPrivacyRequest({ reference }) {
    const request = await requests.find(reference)
    if (request === null) throw new JobCannotSucceed(`There is no privacy request ${reference}.`)
    const { email } = request
    if (request.fulfilledAt !== null || email === null) return
    if (request.verifiedAt === null) throw new JobCannotSucceed(`The privacy request ${reference} is not verified.`)
    const due: DueRequest = { ...request, email }
    switch (request.requestType) {
      case 'access':
      case 'data-portability':
        return writeExport(due)
      case 'delete':
        return erasePerson(due)
      case 'opt-out-sale':
        return recordOptOut(due, 'sale')
      case 'opt-out-marketing':
        return recordOptOut(due, 'marketing')
      case 'correct':
      case 'other':
        throw new JobCannotSucceed('This request is for people to answer.')
    }
  }
}
